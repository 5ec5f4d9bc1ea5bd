// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "harness/bisect/bisection.hpp"
#include "harness/bisect/divergence.hpp"
#include "harness/run/cell_result.hpp"
#include "harness/util/json_document.hpp"

namespace dllrepro::bisect {

/// All that a search found, of a binary search or of a scan over every candidate.
struct Report {
  std::string scenario;
  std::string title;
  std::string axis;
  std::vector<std::string> values;  ///< of the axis, in order; candidates are numbered by it
  std::size_t good = 0;             ///< the ends
  std::size_t bad = 0;
  bool scanned = false;  ///< every candidate was asked; `changes` are all there are
  Bisection bisection;
  std::vector<Change> changes;                     ///< of a scan
  std::map<std::size_t, run::CellResult> results;  ///< of each candidate that was run
  Divergence divergence;                           ///< between the last good and the first bad
  std::vector<std::string> warnings;
};

/// What a person reads: each run, then last good, first bad, and where their runs part.
std::string text_of(const Report& report);
std::string markdown_of(const Report& report);

///   {"bisect": 1, "scenario", "axis", "values": [...], "good", "bad", "ending",
///    "last_good", "first_bad",                                  // values; absent when there are none
///    "runs": [{"value", "standing", "observed", "verdict", "reason", "repeat_command"}, ...],
///    "skipped": [...],  // values between last good and first bad; where an end was not judged, that end
///    "divergence": {"good", "bad"}, "changes": [{"from", "to"}], "warnings": [...]}
Json to_json(const Report& report);

}  // namespace dllrepro::bisect

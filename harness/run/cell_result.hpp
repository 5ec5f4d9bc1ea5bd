// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/process/event.hpp"
#include "harness/run/outcome.hpp"
#include "harness/util/diagnostic.hpp"

namespace dllrepro::run {

enum class Verdict {
  Pass,            ///< "pass"
  Fail,            ///< "fail"
  KnownGap,        ///< "known gap": Wine did what its declared gap says
  UnexpectedPass,  ///< "unexpected pass": a gap is declared, yet Windows' own answer was seen; fails
  Skipped,         ///< "skipped": this platform can't produce it; reason
  Broken,          ///< "broken": the harness could not judge
};

std::string_view name_of(Verdict verdict);

/// Says whether a person has to look: fail, unexpected pass and broken.
bool needs_attention(Verdict verdict);

/// One statement of the expectation that what happened does not meet.
struct Mismatch {
  std::string what;  ///< the expectation's key: "error", "resident"
  std::string expected;
  std::string observed;
  std::size_t event = 0;  ///< the first event that differs; index into CellResult::events, k_no_event when none does
};

inline constexpr std::size_t k_no_event = static_cast<std::size_t>(-1);

/// All that is known of one run of one cell; the unit of the journal and of every report.
struct CellResult {
  std::size_t index = 0;  ///< position among the run's cells; they finish in another order
  std::string id;
  std::string scenario;
  std::string title;
  Location location;                 ///< of the scenario; of the expectation or gap that was judged by
  Location step_location;            ///< where the operation that decided is written; no file when none was
  Json parameters = Json::object();  ///< {axis: value}
  Verdict verdict = Verdict::Broken;
  std::string reason;              ///< of skipped and broken, row and reason of a known gap
  Json expected = Json::object();  ///< Expectation as JSON
  Outcome observed;
  std::vector<Mismatch> mismatches;
  process::Events events;       ///< paths in tree notation
  std::string standard_output;  ///< head and tail
  std::string standard_error;
  std::vector<std::string> outside_modules;  ///< loaded from neither the tree nor System32
  std::string kept_tree;                     ///< "" when removed
  std::string repeat_command;                ///< what a person types to run this cell again
  unsigned attempt = 1;                      ///< the one that decided, of `attempts`
  unsigned attempts = 1;                     ///< how many were made
  double milliseconds = 0;                   ///< the whole cell, all attempts
  double child_milliseconds = 0;             ///< the child alone

  /// Of a cell with a twin what became of the real code: a result of its own, `skipped` with the reason when it did not
  /// run. What it did otherwise is told among the cell's mismatches, as "twin WORD".
  std::shared_ptr<const CellResult> twin;
};

Json to_json(const CellResult& result);

/// Reads what to_json wrote; members that are missing keep their defaults. Throws Error when it is something else.
CellResult cell_result_from_json(const Json& json);

Json to_json(const Location& location);
Location location_from_json(const Json& json);

/// `dump` for text that a child may have written: bytes that are no UTF-8 become U+FFFD instead of an exception.
std::string dump_safely(const Json& json, int indent = -1);

}  // namespace dllrepro::run

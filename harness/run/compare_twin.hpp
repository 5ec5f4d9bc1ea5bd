// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/run/compare.hpp"

namespace dllrepro::run {

/// One of two children that are to have done the same.
struct TwinSide {
  Observation observation;
  std::string standard_output;       ///< with the tree's folders as {places}
  std::string message;               ///< of the outcome, with the tree's folders as {places}
  const Json& results;               ///< what the program remembered, its texts likewise
  const Json& environment;           ///< {NAME: value} at the end; empty when the process ended before its program
  const Json& environment_at_start;  ///< {NAME: value} in tree notation
};

/// What real code did otherwise than our data, in these respects and order:
///
///   outcome      kind of the outcome; status, exit code and clock where it has one
///   error        module         message        of what was raised; modules as paths
///   returned     every name that both programs remembered
///   environment  every variable that one of them changed, where both started with the same value
///   resident     modules of the tree at the end
///   load_order   modules of the tree as they were loaded
///   stdout       what they printed, with the tree's folders as {places}
///
/// Left out of resident and load_order is what a real interpreter brings: python3XX.dll, its C runtime and
/// {prefix}/DLLs. Left out as well is what `not_compared` names: a word of these, or "environment NAME" and "returned
/// NAME".
///
/// A Mismatch's `expected` is what the real code did, `observed` what our data did, `what` the respect behind "twin ".
inline constexpr std::string_view k_twin = "twin ";

std::vector<Mismatch> compare_twin(const TwinSide& data, const TwinSide& real,
                                   const std::map<std::string, std::string>& not_compared);

}  // namespace dllrepro::run

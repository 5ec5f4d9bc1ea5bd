// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "harness/run/compare.hpp"
#include "harness/scenario/expectation.hpp"

namespace dllrepro::run {

struct Judgement {
  Verdict verdict = Verdict::Broken;
  std::string reason;  ///< row and why of a gap
  std::vector<Mismatch> mismatches;
  const scenario::Expectation* judged_by = nullptr;  ///< the expectation or a gap's; into the arguments
};

/// Holds what was seen against Windows' answer and, under Wine, against the declared gaps:
///
///   on Windows                          pass or fail by the expectation; gaps are for Wine alone
///   Wine, no gap                        the same, but see refused_by_windows()
///   Wine, gaps, expectation met         unexpected pass, also when a gap is met too: it says nothing then
///   Wine, gaps, one of them met         known gap
///   Wine, gaps, neither                 fail, by the first gap, which is what was required
Judgement judge(const scenario::Expectation& expectation, const std::vector<scenario::KnownGap>& gaps,
                const Observation& observation, bool under_wine);

/// Imports of the tree's modules that their modules in the tree do not export, by the indices of the `unsatisfied`
/// events. Wine binds them to a trap and goes on, Windows refuses the load with 127 (182 by ordinal): row W1 of the
/// record. So what was observed after one says nothing of Windows. Modules of the system are left out: Wine's are not
/// Windows'.
std::vector<std::size_t> refused_by_windows(const process::Events& events);

/// Why the events can't be judged by, "" when they can: a line on the event pipe that is no event. Such a line may have
/// been the very event that is expected, or have hidden it, so neither pass nor fail would be true; and a child that
/// writes there is not the probe alone. A scenario that is about such children has the tag k_garbage_tag and is judged.
///
/// A child that dies by an exception in the middle of a line has not written garbage: the cut line is passed over when
/// nothing of the probe's follows and `done` was not seen.
std::string why_not_judged(const process::Events& events, const std::vector<std::string>& tags);

inline constexpr std::string_view k_garbage_tag = "garbage-on-event-pipe";

}  // namespace dllrepro::run

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/process/event.hpp"
#include "harness/run/cell_result.hpp"
#include "harness/run/outcome.hpp"
#include "harness/scenario/expectation.hpp"

namespace dllrepro::run {

/// What an expectation is held against. Events are in tree notation. Only views: the owner outlives it.
struct Observation {
  const Outcome& outcome;
  const process::Events& events;
  std::string_view standard_output;
  std::string_view standard_error;
};

/// Every statement of the expectation that is not met, in the order of Expectation's members; none: all is as expected.
/// Survivors that are not expected are a mismatch whatever the expectation says.
std::vector<Mismatch> compare(const scenario::Expectation& expectation, const Observation& observation);

// The parts of compare(), each adding what it finds.

void compare_outcome(const scenario::Expectation& expectation, const Outcome& outcome,
                     std::vector<Mismatch>& mismatches);
void compare_modules(const scenario::Expectation& expectation, const Observation& observation,
                     std::vector<Mismatch>& mismatches);
void compare_texts(const scenario::Expectation& expectation, const Observation& observation,
                   std::vector<Mismatch>& mismatches);
void compare_state(const scenario::Expectation& expectation, const Observation& observation,
                   std::vector<Mismatch>& mismatches);

/// Why a text is not as expected, in words for Mismatch: {expected, observed}; empty when it is. Line ends \r\n count
/// as \n; `matches` is looked for in each line, of which the first 512 bytes are taken: std::regex recurses over its
/// input, and a child may print a gigabyte.
struct TextFault {
  std::string expected;
  std::string observed;
};
std::vector<TextFault> text_faults(const scenario::TextExpectation& expectation, std::string_view text);

/// Modules in load order: those of the last `state` event; when the process died before one, what was loaded and not
/// unloaded until then.
std::vector<std::string> resident_modules(const process::Events& events);

/// The last `state` event, nullptr when the process died before it.
const process::Event* last_state(const process::Events& events, std::size_t* index = nullptr);

}  // namespace dllrepro::run

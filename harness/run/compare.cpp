// SPDX-License-Identifier: MIT
#include "harness/run/compare.hpp"

#include <fmt/format.h>

#include "harness/run/code_names.hpp"
#include "harness/run/event_fields.hpp"
#include "harness/run/notation.hpp"

namespace dllrepro::run {
namespace {

std::string or_none(std::string_view text) {
  return text.empty() ? "none" : std::string(text);
}

}  // namespace

void compare_outcome(const scenario::Expectation& expectation, const Outcome& outcome,
                     std::vector<Mismatch>& mismatches) {
  const auto differs = [&](const char* what, std::string expected, std::string observed) {
    mismatches.push_back({what, std::move(expected), std::move(observed), outcome.event});
  };
  if (expectation.outcome && *expectation.outcome != name_of(outcome.kind)) {
    differs("outcome", *expectation.outcome, describe(outcome));
  }
  if (expectation.error && *expectation.error != outcome.error) {
    differs("error", describe_error(*expectation.error), outcome.error == 0 ? "none" : describe_error(outcome.error));
  }
  if (expectation.module && !same_path(*expectation.module, outcome.module)) {
    differs("module", *expectation.module, or_none(outcome.module));
  }
  if (expectation.phase && *expectation.phase != outcome.phase) {
    differs("phase", *expectation.phase, or_none(outcome.phase));
  }
  if (expectation.status && *expectation.status != outcome.status) {
    differs("status", describe_status(*expectation.status),
            outcome.status == 0 ? "none" : describe_status(outcome.status));
  }
  if (expectation.exit_code) {
    const bool has_code = outcome.kind == OutcomeKind::Exit || outcome.kind == OutcomeKind::Ok;
    if (!has_code || *expectation.exit_code != outcome.exit_code) {
      differs("exit_code", std::to_string(*expectation.exit_code),
              has_code ? std::to_string(outcome.exit_code) : "none");
    }
  }
  if (expectation.clock && *expectation.clock != outcome.clock) {
    differs("clock", *expectation.clock, or_none(outcome.clock));
  }
}

std::vector<Mismatch> compare(const scenario::Expectation& expectation, const Observation& observation) {
  std::vector<Mismatch> mismatches;
  compare_outcome(expectation, observation.outcome, mismatches);
  compare_modules(expectation, observation, mismatches);
  compare_texts(expectation, observation, mismatches);
  compare_state(expectation, observation, mismatches);
  return mismatches;
}

const process::Event* last_state(const process::Events& events, std::size_t* index) {
  for (std::size_t position = events.size(); position > 0; --position) {
    if (kind_of(events[position - 1]) == "state") {
      if (index != nullptr) {
        *index = position - 1;
      }
      return &events[position - 1];
    }
  }
  return nullptr;
}

}  // namespace dllrepro::run

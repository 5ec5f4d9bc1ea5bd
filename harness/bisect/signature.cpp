// SPDX-License-Identifier: MIT
#include "harness/bisect/signature.hpp"

#include <fmt/format.h>

namespace dllrepro::bisect {

Signature signature_of(const run::Outcome& outcome) {
  Signature text(run::name_of(outcome.kind));
  if (outcome.error != 0) {
    text += fmt::format(" {}", outcome.error);
  }
  if (outcome.status != 0) {
    text += fmt::format(" 0x{:08X}", outcome.status);
  }
  if (outcome.kind == run::OutcomeKind::Exit) {
    text += fmt::format(" with {}", outcome.exit_code);
  }
  if (!outcome.module.empty()) {
    text += fmt::format(" of {}", outcome.module);
  }
  if (!outcome.phase.empty()) {
    text += fmt::format(" in {}", outcome.phase);
  }
  if (!outcome.clock.empty()) {
    text += fmt::format(" by the {} clock", outcome.clock);
  }
  return text;
}

Signature signature_of(const scenario::Expectation& expectation) {
  if (!expectation.outcome) {
    return {};
  }
  Signature text = *expectation.outcome;
  if (expectation.error) {
    text += fmt::format(" {}", *expectation.error);
  }
  if (expectation.status) {
    text += fmt::format(" 0x{:08X}", *expectation.status);
  }
  if (expectation.exit_code) {
    text += fmt::format(" with {}", *expectation.exit_code);
  }
  if (expectation.module) {
    text += fmt::format(" of {}", *expectation.module);
  }
  if (expectation.phase) {
    text += fmt::format(" in {}", *expectation.phase);
  }
  if (expectation.clock) {
    text += fmt::format(" by the {} clock", *expectation.clock);
  }
  return text;
}

}  // namespace dllrepro::bisect

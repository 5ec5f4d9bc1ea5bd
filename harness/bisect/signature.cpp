// SPDX-License-Identifier: MIT
#include "harness/bisect/signature.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/run/cell_result.hpp"
#include "harness/run/event_fields.hpp"

namespace dllrepro::bisect {

namespace {

std::string shown(const Json& value) {
  return value.is_null() ? "none" : value.is_string() ? value.get<std::string>() : run::dump_safely(value);
}

std::string told(const Json& values, const Names& remembered) {
  std::string text;
  for (const std::string& name : remembered) {
    if (const auto value = values.find(name); value != values.end()) {
      text += fmt::format(", {}: {}", name, shown(*value));
    }
  }
  return text;
}

/// What the program remembered at its end, an empty object when it did not get there.
Json results_in(const process::Events& events) {
  const auto state = std::find_if(events.rbegin(), events.rend(),
                                  [](const process::Event& event) { return run::kind_of(event) == "state"; });
  const auto results = state == events.rend() ? Json() : state->value("results", Json());
  return results.is_object() ? results : Json::object();
}

}  // namespace

Signature signature_of(const run::Outcome& outcome, const process::Events& events, const Names& remembered) {
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
  return text + told(results_in(events), remembered);
}

Signature signature_of(const scenario::Expectation& expectation, const Names& remembered) {
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
  return text + told(expectation.returned, remembered);
}

Names names_stated(const scenario::Expectation& expectation) {
  Names names;
  for (const auto& [name, value] : expectation.returned) {
    const std::size_t dot = name.find('.');
    if (dot == std::string::npos || !expectation.returned.contains(name.substr(0, dot))) {
      names.push_back(name);
    }
  }
  return names;
}

}  // namespace dllrepro::bisect

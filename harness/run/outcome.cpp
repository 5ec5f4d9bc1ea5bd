// SPDX-License-Identifier: MIT
#include "harness/run/outcome.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "harness/run/code_names.hpp"
#include "harness/scenario/expectation.hpp"
#include "harness/util/error.hpp"
#include "harness/util/numbers.hpp"

namespace dllrepro::run {
namespace {

OutcomeKind outcome_kind_of(std::string_view name) {
  const std::vector<std::string>& names = scenario::outcome_words();
  const auto known = std::find(names.begin(), names.end(), name);
  if (known == names.end()) {
    throw Error(fmt::format("unknown outcome \"{}\"", name));
  }
  return static_cast<OutcomeKind>(known - names.begin());
}

void put_text(Json& json, const char* key, const std::string& text) {
  if (!text.empty()) {
    json[key] = text;
  }
}

}  // namespace

std::string_view name_of(OutcomeKind kind) {
  return scenario::outcome_words().at(static_cast<std::size_t>(kind));
}

Json to_json(const Outcome& outcome) {
  Json json{{"outcome", name_of(outcome.kind)}};
  if (outcome.error != 0) {
    json["error"] = outcome.error;
  }
  put_text(json, "module", outcome.module);
  if (outcome.status != 0) {
    json["status"] = hexadecimal(outcome.status);
  }
  if (outcome.kind == OutcomeKind::Exit) {
    json["exit_code"] = outcome.exit_code;
  }
  put_text(json, "clock", outcome.clock);
  put_text(json, "phase", outcome.phase);
  put_text(json, "step", outcome.step);
  put_text(json, "message", outcome.message);
  json["event"] = outcome.event;
  return json;
}

Outcome outcome_from_json(const Json& json) {
  try {
    Outcome outcome;
    outcome.kind = outcome_kind_of(json.at("outcome").get<std::string>());
    outcome.error = json.value("error", 0U);
    outcome.module = json.value("module", "");
    outcome.status = static_cast<std::uint32_t>(parse_unsigned(json.value("status", "0")).value_or(0));
    outcome.exit_code = json.value("exit_code", 0U);
    outcome.clock = json.value("clock", "");
    outcome.phase = json.value("phase", "");
    outcome.step = json.value("step", "");
    outcome.message = json.value("message", "");
    outcome.event = json.value("event", std::size_t{0});
    return outcome;
  } catch (const Json::exception& fault) {
    throw Error(fmt::format("no outcome: {}", fault.what()));
  }
}

std::string describe(const Outcome& outcome) {
  std::string text(name_of(outcome.kind));
  if (outcome.error != 0) {
    text += fmt::format(" {}", describe_error(outcome.error));
  }
  if (outcome.status != 0) {
    text += fmt::format(" {}", describe_status(outcome.status));
  }
  if (outcome.kind == OutcomeKind::Exit) {
    text += fmt::format(" with code {}", outcome.exit_code);
  }
  if (!outcome.clock.empty()) {
    text += fmt::format(" ({} clock)", outcome.clock);
  }
  if (!outcome.module.empty()) {
    text += fmt::format(" of {}", outcome.module);
  }
  if (!outcome.phase.empty()) {
    text += fmt::format(" in {}", outcome.phase);
  }
  if (!outcome.step.empty()) {
    text += fmt::format(" at {}", outcome.step);
  }
  return text;
}

}  // namespace dllrepro::run

// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "harness/scenario/expectation.hpp"

namespace dllrepro::scenario {

namespace {

/// Writes a value that is given; optionals without one and empty lists are left out.
template <typename Value>
void put(Json& object, const char* key, const std::optional<Value>& value) {
  if (value) {
    object[key] = *value;
  }
}

void put(Json& object, const char* key, const std::vector<std::string>& values) {
  if (!values.empty()) {
    object[key] = values;
  }
}

void put(Json& object, const char* key, const std::optional<TextExpectation>& text) {
  if (text) {
    object[key] = to_json(*text);
  }
}

}  // namespace

const std::vector<std::string>& outcome_words() {
  static const std::vector<std::string> words{"ok",    "load error", "call error",   "exit",
                                              "crash", "hang",       "did not start"};
  return words;
}

const std::vector<std::string>& phase_words() {
  static const std::vector<std::string> words{"start", "host", "loader", "steps", "finish", "exit"};
  return words;
}

const std::vector<std::string>& expectation_keys() {
  static const std::vector<std::string> keys{"outcome",    "error",       "module",    "phase",    "status",
                                             "exit_code",  "clock",       "message",   "resident", "not_resident",
                                             "load_order", "stdout",      "stderr",    "returned", "environment",
                                             "warnings",   "unsatisfied", "survivors", "evidence"};
  return keys;
}

Json to_json(const TextExpectation& text) {
  Json object = Json::object();
  put(object, "contains", text.contains);
  put(object, "absent", text.absent);
  put(object, "equals", text.equals);
  put(object, "matches", text.matches);
  return object;
}

Json to_json(const Expectation& expectation) {
  Json object = Json::object();
  put(object, "outcome", expectation.outcome);
  put(object, "error", expectation.error);
  put(object, "module", expectation.module);
  put(object, "phase", expectation.phase);
  if (expectation.status) {
    object["status"] = fmt::format("0x{:08X}", *expectation.status);
  }
  put(object, "exit_code", expectation.exit_code);
  put(object, "clock", expectation.clock);
  put(object, "message", expectation.message);
  put(object, "resident", expectation.resident);
  put(object, "not_resident", expectation.not_resident);
  put(object, "load_order", expectation.load_order);
  put(object, "stdout", expectation.standard_output);
  put(object, "stderr", expectation.standard_error);
  if (!expectation.returned.empty()) {
    object["returned"] = expectation.returned;
  }
  for (const auto& [name, text] : expectation.environment) {
    object["environment"][name] = to_json(text);
  }
  put(object, "warnings", expectation.warnings);
  put(object, "unsatisfied", expectation.unsatisfied);
  put(object, "survivors", expectation.survivors);
  put(object, "evidence", expectation.evidence);
  return object;
}

Json to_json(const KnownGap& gap) {
  return {{"row", gap.row}, {"why", gap.why}, {"observed", to_json(gap.observed)}};
}

}  // namespace dllrepro::scenario

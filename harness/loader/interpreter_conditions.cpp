// SPDX-License-Identifier: MIT
// What an `if` asks.
#include <algorithm>

#include "harness/loader/file_order.hpp"
#include "harness/loader/interpreter.hpp"

namespace dllrepro::loader {

namespace {

/// Numbers equal their decimal text: an axis of a scenario gives texts.
bool same(const Json& a, const Json& b) {
  if (a == b) {
    return true;
  }
  return (a.is_number() && b.is_string() && a.dump() == b.get<std::string>()) ||
         (b.is_number() && a.is_string() && b.dump() == a.get<std::string>());
}

}  // namespace

bool Interpreter::exists(const std::string& path) const {
  return has_wildcard(path) ? !glob(path, "as_found").empty() : m_system.exists(path);
}

bool Interpreter::any_exists(const Json& condition) const {
  const std::string wanted = path(condition, "exists");
  if (!condition.contains("in")) {
    return exists(wanted);
  }
  const auto folders = paths(condition.at("in"), condition);
  return std::any_of(folders.begin(), folders.end(),
                     [&](const std::string& folder) { return exists(folder + "\\" + wanted); });
}

bool Interpreter::holds(const Json& condition) const {
  if (condition.is_boolean()) {
    return condition.get<bool>();
  }
  const std::string& word = condition.begin().key();
  const Json& main = condition.begin().value();
  const auto all_hold = [&](const Json& one) { return holds(one); };
  if (word == "exists") {
    return any_exists(condition);
  }
  if (word == "resident") {
    return m_system.module_handle(m_variables.text(main)).handle != 0;
  }
  if (word == "failed" || word == "error_of") {
    const Json error = m_variables.lookup(main.get<std::string>() + ".error");
    if (word == "failed") {
      return error != 0;
    }
    const Json codes = m_variables.expand(condition.at("in"));
    return error != 0 && std::any_of(codes.begin(), codes.end(), [&](const Json& code) { return same(code, error); });
  }
  if (word == "environment") {
    return m_system.environment(m_variables.text(main)).has_value();
  }
  if (word == "defined") {
    const Variables::Variable* variable = m_variables.find(main.get<std::string>());
    return variable != nullptr && !variable->value.is_null();
  }
  if (word == "equals") {
    return same(m_variables.expand(main.at(0)), m_variables.expand(main.at(1)));
  }
  if (word == "contains") {
    const Json whole = m_variables.expand(main.at(0));
    const Json part = m_variables.expand(main.at(1));
    if (whole.is_string() && part.is_string()) {
      return whole.get<std::string>().find(part.get<std::string>()) != std::string::npos;
    }
    return whole.is_array() &&
           std::any_of(whole.begin(), whole.end(), [&](const Json& one) { return same(one, part); });
  }
  if (word == "machine_of") {
    return m_system.machine_of(path(condition, "machine_of")) == m_variables.text(condition.at("is"));
  }
  if (word == "not") {
    return !holds(main);
  }
  return word == "any" ? std::any_of(main.begin(), main.end(), all_hold)
                       : std::all_of(main.begin(), main.end(), all_hold);
}

}  // namespace dllrepro::loader

// SPDX-License-Identifier: MIT
// Loops, branches, errors and values: what needs no system below but files to look for.
#include <algorithm>

#include <fmt/format.h>

#include "harness/loader/interpreter.hpp"
#include "harness/loader/program_exit.hpp"
#include "harness/util/ascii.hpp"

namespace dllrepro::loader {

namespace {

bool has_wildcard(std::string_view path) { return path.find_first_of("*?") != std::string_view::npos; }

/// NTFS keeps a folder's entries sorted by their upper-case names: c10.dll, c10_cuda.dll, torchx.dll, torch_cpu.dll
/// ('_' sorts behind the letters). Python's glob passes that order on.
std::string sort_key(const std::string& path) {
  std::string name = path.substr(path.find_last_of("\\/") + 1);
  std::transform(name.begin(), name.end(), name.begin(), [](char letter) {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  });
  return name;
}

/// Numbers equal their decimal text: an axis of a scenario gives texts.
bool same(const Json& a, const Json& b) {
  if (a == b) {
    return true;
  }
  return (a.is_number() && b.is_string() && a.dump() == b.get<std::string>()) ||
         (b.is_number() && a.is_string() && b.dump() == a.get<std::string>());
}

}  // namespace

std::vector<std::string> Interpreter::glob(const std::string& pattern, std::string_view order) const {
  const std::size_t last = pattern.find_last_of("\\/");
  if (last != std::string::npos && has_wildcard(pattern.substr(0, last))) {
    std::vector<std::string> all;
    for (const std::string& folder : glob(pattern.substr(0, last), order)) {
      const auto inside = glob(folder + pattern.substr(last), order);
      all.insert(all.end(), inside.begin(), inside.end());
    }
    return all;
  }
  std::vector<std::string> files =
      has_wildcard(pattern) ? m_system.glob(pattern)
                            : std::vector<std::string>(m_system.exists(pattern) ? 1 : 0, pattern);
  if (order != "as_found") {
    std::stable_sort(files.begin(), files.end(),
                     [](const std::string& a, const std::string& b) { return sort_key(a) < sort_key(b); });
  }
  if (order == "reverse") {
    std::reverse(files.begin(), files.end());
  }
  return files;
}

std::vector<Json> Interpreter::sequence(const Operation& operation) const {
  const Json& in = operation.arguments.at("in");
  std::vector<Json> all;
  if (in.is_object()) {
    Json pattern = {{"glob", in.at("glob")}};
    pattern["slashes"] = operation.arguments.value("slashes", "backward");
    for (std::string& file : glob(path(pattern, "glob"), in.value("order", "name"))) {
      all.emplace_back(std::move(file));
    }
    return all;
  }
  const Json expanded = m_variables.expand(in);
  if (!expanded.is_array()) {
    throw UnknownName(fmt::format("\"in\" is {}, not a list", expanded.type_name()));
  }
  all.assign(expanded.begin(), expanded.end());
  return all;
}

Interpreter::Flow Interpreter::for_each(const Operation& operation) {
  const auto name = operation.arguments.at("for_each").get<std::string>();
  for (const Json& element : sequence(operation)) {
    m_variables.set(name, element);
    if (run_block(operation, "do") == Flow::Break) {
      break;
    }
  }
  return Flow::Next;
}

Interpreter::Flow Interpreter::leave_loop(const Operation&) { return Flow::Break; }

Interpreter::Flow Interpreter::branch(const Operation& operation) {
  return run_block(operation, holds(operation.arguments.at("if")) ? "then" : "else");
}

Interpreter::Flow Interpreter::attempt(const Operation& operation) {
  const auto finally = [&] { return run_block(operation, "finally"); };
  Flow flow = Flow::Next;
  try {
    flow = try_and_except(operation);
  } catch (const Raised&) {
    finally();
    throw;
  } catch (const ProgramExit&) {
    finally();
    throw;
  }
  return finally() == Flow::Break ? Flow::Break : flow;
}

Interpreter::Flow Interpreter::try_and_except(const Operation& operation) {
  Flow flow = Flow::Next;
  try {
    flow = run_block(operation, "try");
  } catch (const Raised& raised) {
    handle(operation, raised);
    m_caught.push_back(raised);
    try {
      flow = run_block(operation, "except");
    } catch (...) {
      m_caught.pop_back();
      throw;
    }
    m_caught.pop_back();
    return flow;
  }
  return flow == Flow::Next ? run_block(operation, "else") : flow;
}

/// Lets an error go on that this `try` does not catch, or makes it known to the `except` block.
void Interpreter::handle(const Operation& operation, const Raised& raised) {
  const Json wanted = value(operation, "catch");
  const auto catches = [&](const Json& type) { return is_kind_of(raised.type, m_variables.text(type)); };
  const bool caught = wanted.is_null() || (wanted.is_array() ? std::any_of(wanted.begin(), wanted.end(), catches)
                                                             : catches(wanted));
  if (!caught || !operation.blocks.contains("except")) {
    throw raised;
  }
  m_variables.set("error", raised.error);
  m_variables.set("error_text", raised.error_text);
  m_variables.set("message", raised.message);
  m_variables.set("type", raised.type);
  m_variables.set("path", raised.module);
}

Interpreter::Flow Interpreter::set(const Operation& operation) {
  for (const auto& item : operation.arguments.at("set").items()) {
    Variables::Variable variable;
    variable.value = m_variables.expand(item.value());
    m_variables.remember(item.key(), std::move(variable));
  }
  return Flow::Next;
}

Interpreter::Flow Interpreter::append(const Operation& operation) {
  const auto name = operation.arguments.at("to").get<std::string>();
  const Json added = value(operation, "append");
  Variables::Variable list;
  if (const Variables::Variable* known = m_variables.find(name)) {
    list = *known;
  }
  if (list.value.is_null()) {
    list.value = Json::array();
  } else if (!list.value.is_array()) {
    throw UnknownName(fmt::format("{{{}}} is {}, not a list", name, list.value.type_name()));
  }
  if (added.is_array()) {
    list.value.insert(list.value.end(), added.begin(), added.end());
  } else {
    list.value.push_back(added);
  }
  m_variables.remember(name, std::move(list));
  return Flow::Next;
}

Interpreter::Flow Interpreter::raise(const Operation& operation) {
  Raised raised;
  raised.type = text_or(operation, "type", "RuntimeError");
  raised.message = text(operation, "raise");
  raised.error = static_cast<std::uint32_t>(number_or(operation, "error", 0));
  raised.error_text = raised.error == 0 ? std::string{} : error_text(raised.error);
  raised.module = text_or(operation, "module", "");
  raised.verb = operation.verb;
  raised.pointer = operation.location.pointer;
  throw raised;
}

Interpreter::Flow Interpreter::reraise(const Operation&) {
  if (m_caught.empty()) {
    throw UnknownName("there is no error to raise again: \"reraise\" belongs into an \"except\"");
  }
  throw Raised(m_caught.back());
}

Interpreter::Flow Interpreter::warn_about(const Operation& operation) {
  warn(text(operation, "warn"));
  return Flow::Next;
}

Interpreter::Flow Interpreter::exit(const Operation& operation) {
  const auto code = static_cast<std::uint32_t>(number_or(operation, "exit", 0));
  const std::string how = text_or(operation, "how", "return");
  begin(operation, fmt::format("{}({})", how, code));
  if (how != "return") {
    m_system.end_process(how == "exit_process" ? EndHow::ExitProcess : EndHow::TerminateProcess, code);
  }
  throw ProgramExit{code};
}

// Conditions ----------------------------------------------------------------------------------------------------------

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
    return whole.is_array() && std::any_of(whole.begin(), whole.end(), [&](const Json& one) { return same(one, part); });
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

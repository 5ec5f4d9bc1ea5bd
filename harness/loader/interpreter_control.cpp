// SPDX-License-Identifier: MIT
// Loops, branches, errors and values: what needs no system below but files to look for.
#include <algorithm>

#include <fmt/format.h>

#include "harness/loader/file_order.hpp"
#include "harness/loader/interpreter.hpp"
#include "harness/loader/program_exit.hpp"

namespace dllrepro::loader {

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
  std::vector<std::string> files = has_wildcard(pattern)
                                       ? m_system.glob(pattern)
                                       : std::vector<std::string>(m_system.exists(pattern) ? 1 : 0, pattern);
  order_files(files, order);
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

Interpreter::Flow Interpreter::leave_loop(const Operation&) {
  return Flow::Break;
}

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
  const auto catches = [&](const Json& type) { return is_kind_of(raised, m_variables.text(type)); };
  const bool caught =
      wanted.is_null() || (wanted.is_array() ? std::any_of(wanted.begin(), wanted.end(), catches) : catches(wanted));
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

}  // namespace dllrepro::loader

// SPDX-License-Identifier: MIT
#include "harness/loader/interpreter.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "harness/loader/program_exit.hpp"
#include "harness/util/numbers.hpp"

namespace dllrepro::loader {

Interpreter::Interpreter(System& system, EventSink sink, const ProgramSetup& setup)
    : m_system(system),
      m_sink(std::move(sink)),
      m_places(setup.places),
      m_extension_flags(setup.extension_flags),
      m_python(setup.python),
      m_program(setup.program),
      m_started_again(setup.started_again),
      m_child_host(setup.child_host),
      m_steps(std::make_shared<std::atomic<std::uint64_t>>(0)),
      m_lookups(std::make_shared<lookup::Store>(setup.catalogs)) {
  for (const auto& [name, folder] : setup.places) {
    m_variables.set(name, folder);
  }
  m_variables.set_parameters(setup.parameters);
}

Interpreter::Interpreter(const Interpreter& parent, ForThread)
    : m_system(parent.m_system),
      m_sink(parent.m_sink),
      m_variables(parent.m_variables),
      m_places(parent.m_places),
      m_extension_flags(parent.m_extension_flags),
      m_python(parent.m_python),
      m_phase(parent.m_phase),
      m_program(parent.m_program),
      m_started_again(parent.m_started_again),
      m_child_host(parent.m_child_host),
      m_steps(parent.m_steps),
      m_lookups(parent.m_lookups) {}

const std::map<std::string_view, Interpreter::Handler>& interpreter_handlers() {
  static const std::map<std::string_view, Interpreter::Handler> handlers = {
      {"load", &Interpreter::load},
      {"ctypes_load", &Interpreter::ctypes_load},
      {"import", &Interpreter::import_extension},
      {"get_handle", &Interpreter::get_handle},
      {"free", &Interpreter::free},
      {"call", &Interpreter::call},
      {"add_dll_directory", &Interpreter::add_dll_directory},
      {"remove_dll_directory", &Interpreter::remove_dll_directory},
      {"set_default_dll_directories", &Interpreter::set_default_dll_directories},
      {"set_dll_directory", &Interpreter::set_dll_directory},
      {"path_front", &Interpreter::path_front},
      {"path_back", &Interpreter::path_back},
      {"set_environment", &Interpreter::set_environment},
      {"get_environment", &Interpreter::get_environment},
      {"error_mode", &Interpreter::error_mode},
      {"find", &Interpreter::find},
      {"copy_file", &Interpreter::copy_file},
      {"for_each", &Interpreter::for_each},
      {"break", &Interpreter::leave_loop},
      {"if", &Interpreter::branch},
      {"try", &Interpreter::attempt},
      {"set", &Interpreter::set},
      {"append", &Interpreter::append},
      {"raise", &Interpreter::raise},
      {"reraise", &Interpreter::reraise},
      {"warn", &Interpreter::warn_about},
      {"print", &Interpreter::print},
      {"sleep_ms", &Interpreter::sleep},
      {"start_thread", &Interpreter::start_thread},
      {"join", &Interpreter::join},
      {"start_process", &Interpreter::start_process},
      {"exit", &Interpreter::exit},
      {"python", &Interpreter::python},
      {"python_file", &Interpreter::python_file},
      {"lookup", &Interpreter::look_up},
  };
  return handlers;
}

ProgramEnd Interpreter::run(std::string_view phase, const std::vector<Operation>& operations) {
  m_phase = phase;
  emit({{"event", "phase"}, {"phase", m_phase}});
  try {
    run_list(operations);
  } catch (const ProgramExit& exit) {
    return {ProgramEnd::Kind::Exited, exit.code};
  } catch (const Raised& raised) {
    Json event = {{"event", "raised"},       {"type", raised.type},       {"error", raised.error},
                  {"module", raised.module}, {"message", raised.message}, {"pointer", raised.pointer},
                  {"op", raised.verb},       {"phase", m_phase}};
    // `raise` and the like have no step of their own, and the last one before them is not to blame.
    if (raised.step != 0) {
      event["step"] = raised.step;
    }
    if (!raised.traceback.empty()) {
      event["traceback"] = raised.traceback;
    }
    if (raised.is_of_load) {
      event["of_load"] = true;
    }
    emit(event);
    return {ProgramEnd::Kind::Raised, 0, raised.exception};
  }
  return {};
}

void Interpreter::run_in_thread(const std::vector<Operation>& operations) {
  try {
    run_list(operations);
  } catch (const ProgramExit&) {
    // As sys.exit in a thread of Python's: it ends the thread alone.
  } catch (const Raised& raised) {
    warn(fmt::format("Exception in thread: {}: {}", raised.type, raised.message));
  }
}

Interpreter::Flow Interpreter::run_list(const std::vector<Operation>& operations) {
  for (const Operation& operation : operations) {
    if (run_one(operation) == Flow::Break) {
      return Flow::Break;
    }
  }
  return Flow::Next;
}

Interpreter::Flow Interpreter::run_one(const Operation& operation) {
  try {
    return (this->*interpreter_handlers().at(operation.verb))(operation);
  } catch (const UnknownName& unknown) {
    Raised raised;
    raised.type = "NameError";
    raised.message = unknown.what();
    raised.verb = operation.verb;
    raised.pointer = operation.location.pointer;
    throw raised;
  }
}

Interpreter::Flow Interpreter::run_block(const Operation& operation, std::string_view key) {
  const auto block = operation.blocks.find(key);
  return block == operation.blocks.end() ? Flow::Next : run_list(block->second);
}

// Arguments -----------------------------------------------------------------------------------------------------------

Json Interpreter::value(const Operation& operation, std::string_view key) const {
  const auto argument = operation.arguments.find(key);
  return argument == operation.arguments.end() ? Json() : m_variables.expand(*argument);
}

std::string Interpreter::text(const Operation& operation, std::string_view key) const {
  return m_variables.text(operation.arguments.at(std::string(key)));
}

std::string Interpreter::text_or(const Operation& operation, std::string_view key, std::string_view fallback) const {
  return operation.arguments.contains(key) ? text(operation, key) : std::string(fallback);
}

std::string Interpreter::path(const Json& arguments, std::string_view key) const {
  std::string as_written = m_variables.text(arguments.at(std::string(key)));
  return arguments.value("slashes", "backward") == "keep" ? as_written : with_backslashes(std::move(as_written));
}

std::vector<std::string> Interpreter::paths(const Json& value, const Json& arguments) const {
  const bool keep = arguments.value("slashes", "backward") == "keep";
  std::vector<std::string> all;
  const auto add = [&](const Json& expanded) {
    if (!expanded.is_string()) {
      throw UnknownName(fmt::format("expected a path, found {}", expanded.dump()));
    }
    const auto& as_written = expanded.get_ref<const std::string&>();
    all.push_back(keep ? as_written : with_backslashes(as_written));
  };
  // An element that names a list stands for its elements.
  const Json expanded = m_variables.expand(value);
  for (const Json& element : expanded.is_array() ? expanded : Json::array({expanded})) {
    if (element.is_array()) {
      std::for_each(element.begin(), element.end(), add);
    } else {
      add(element);
    }
  }
  return all;
}

std::uint64_t Interpreter::number(const Json& value) const {
  const Json expanded = m_variables.expand(value);
  if (expanded.is_number_unsigned() || (expanded.is_number_integer() && expanded.get<std::int64_t>() >= 0)) {
    return expanded.get<std::uint64_t>();
  }
  if (expanded.is_string()) {
    if (const auto parsed = parse_unsigned(expanded.get_ref<const std::string&>())) {
      return *parsed;
    }
  }
  throw UnknownName(fmt::format("{} is no number from 0", expanded.dump()));
}

std::uint64_t Interpreter::number_or(const Operation& operation, std::string_view key, std::uint64_t fallback) const {
  const auto argument = operation.arguments.find(key);
  return argument == operation.arguments.end() ? fallback : number(*argument);
}

std::vector<std::uint64_t> Interpreter::numbers(const Operation& operation, std::string_view key) const {
  const Json expanded = value(operation, key);
  if (!expanded.is_array()) {
    return expanded.is_null() ? std::vector<std::uint64_t>{} : std::vector{number(expanded)};
  }
  std::vector<std::uint64_t> all;
  for (const Json& element : expanded) {
    all.push_back(number(element));
  }
  return all;
}

bool Interpreter::flag(const Operation& operation, std::string_view key, bool fallback) const {
  return operation.arguments.value(std::string(key), fallback);
}

std::uint64_t Interpreter::handle_of(const Operation& operation, std::string_view key) const {
  const auto& name = operation.arguments.at(std::string(key)).get_ref<const std::string&>();
  const Variables::Variable* variable = m_variables.find(name);
  if (variable == nullptr || variable->handle == 0) {
    throw UnknownName(fmt::format("{{{}}} holds no handle", name));
  }
  return variable->handle;
}

// Events --------------------------------------------------------------------------------------------------------------

std::uint64_t Interpreter::begin(const Operation& operation, const std::string& text) {
  return begin(operation.verb, operation, text);
}

std::uint64_t Interpreter::begin(std::string_view verb, const Operation& operation, const std::string& text) {
  const std::uint64_t step = ++*m_steps;
  emit({{"event", "begin"}, {"step", step}, {"pointer", operation.location.pointer}, {"op", verb}, {"text", text}});
  return step;
}

void Interpreter::end_ok(std::uint64_t step, const Json& members) {
  Json event = {{"event", "end"}, {"step", step}, {"result", "ok"}};
  event.update(members);
  emit(event);
}

void Interpreter::end_error(std::uint64_t step, std::uint32_t error, const Json& members) {
  Json event = {{"event", "end"}, {"step", step}, {"result", "error"}, {"error", error}};
  event.update(members);
  emit(event);
}

void Interpreter::warn(const std::string& message) const {
  emit({{"event", "warning"}, {"message", message}});
}

void Interpreter::fail(const Operation& operation, std::uint64_t step, Raised raised) {
  raised.step = step;
  raised.verb = operation.verb;
  raised.pointer = operation.location.pointer;
  const std::vector<std::uint64_t> tolerated = numbers(operation, "tolerate");
  const bool tolerate = std::find(tolerated.begin(), tolerated.end(), raised.error) != tolerated.end();
  const std::string on_error = text_or(operation, "on_error", "raise");
  if (tolerate || on_error == "ignore") {
    return;
  }
  if (on_error == "warn") {
    warn(raised.message);
    return;
  }
  throw raised;
}

void Interpreter::remember(const Operation& operation, Variables::Variable variable) {
  if (operation.arguments.contains("as")) {
    m_variables.remember(operation.arguments.at("as").get<std::string>(), std::move(variable));
  }
}

std::string Interpreter::error_text(std::uint32_t error) const {
  const std::string_view known = windows_error_text(error);
  return known.empty() ? m_system.error_text(error) : std::string(known);
}

}  // namespace dllrepro::loader

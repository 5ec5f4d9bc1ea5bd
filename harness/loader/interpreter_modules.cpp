// SPDX-License-Identifier: MIT
// Loading modules, and calling what they export.
#include <algorithm>

#include <fmt/format.h>

#include "harness/loader/interpreter.hpp"
#include "harness/util/ascii.hpp"

namespace dllrepro::loader {

namespace {

constexpr std::uint32_t k_default_dirs = 0x1000;
constexpr std::uint32_t k_default_and_load_dir = 0x1100;

bool takes_flags(LoadCall call) {
  return call == LoadCall::LoadLibraryExW || call == LoadCall::LoadLibraryExA;
}

std::string call_text(LoadCall call, const std::string& name, std::uint32_t flags) {
  return takes_flags(call) ? fmt::format("{}(\"{}\", 0x{:x})", name_of(call), name, flags)
                           : fmt::format("{}(\"{}\")", name_of(call), name);
}

ReturnKind return_kind_of(std::string_view word) {
  return word == "text"        ? ReturnKind::Text
         : word == "wide_text" ? ReturnKind::WideText
         : word == "signed"    ? ReturnKind::Signed
                               : ReturnKind::Number;
}

}  // namespace

/// Ends the step and remembers the answer; returns whether there is a module.
bool Interpreter::finish_load(const Operation& operation, std::uint64_t step, LoadCall call,
                              const ModuleAnswer& answer) {
  Variables::Variable variable;
  variable.handle = answer.handle;
  variable.members["error"] = answer.error;
  const Json members = {{"call", name_of(call)}};
  if (answer.handle != 0) {
    variable.value = answer.path;
    variable.members["error_text"] = "";
    end_ok(step, {{"module", answer.path}, {"call", name_of(call)}});
  } else {
    variable.members["error_text"] = error_text(answer.error);
    end_error(step, answer.error, members);
  }
  remember(operation, std::move(variable));
  return answer.handle != 0;
}

Interpreter::Flow Interpreter::load(const Operation& operation) {
  const std::string name = path(operation.arguments, "load");
  const LoadCall call = load_call_of(text_or(operation, "call", "LoadLibraryExW")).value_or(LoadCall::LoadLibraryExW);
  const auto flags = static_cast<std::uint32_t>(number_or(operation, "flags", 0));
  const std::uint64_t step = begin(operation, call_text(call, name, flags));
  const ModuleAnswer answer = m_system.load(call, name, flags);
  if (finish_load(operation, step, call, answer)) {
    return Flow::Next;
  }
  Raised raised;
  raised.type = text_or(operation, "raises", "OSError");
  raised.error = answer.error;
  raised.error_text = error_text(answer.error);
  raised.module = name;
  raised.message = fmt::format("[WinError {}] {}", answer.error, raised.error_text);
  if (operation.arguments.contains("message")) {
    // The message's own names; a program's variables of the same names are another's.
    Variables scope = m_variables;
    scope.set("error", raised.error);
    scope.set("error_text", raised.error_text);
    scope.set("message", raised.message);
    scope.set("type", raised.type);
    scope.set("path", name);
    raised.message = scope.text(operation.arguments.at("message"));
  }
  fail(operation, step, std::move(raised));
  return Flow::Next;
}

Interpreter::Flow Interpreter::ctypes_load(const Operation& operation) {
  std::string name = path(operation.arguments, "ctypes_load");
  // ctypes makes a name with a separator absolute and looks for its dependencies beside it, too (ctypes/__init__.py).
  std::uint32_t flags = k_default_dirs;
  if (!operation.arguments.contains("winmode") && name.find_first_of("\\/") != std::string::npos) {
    name = m_system.full_path(name);
    flags = k_default_and_load_dir;
  }
  flags = static_cast<std::uint32_t>(number_or(operation, "winmode", flags));
  const std::uint64_t step = begin(operation, call_text(LoadCall::LoadLibraryExW, name, flags));
  const ModuleAnswer answer = m_system.load(LoadCall::LoadLibraryExW, name, flags);
  if (!finish_load(operation, step, LoadCall::LoadLibraryExW, answer)) {
    fail(operation, step, ctypes_error(name, answer.error, error_text(answer.error)));
  }
  return Flow::Next;
}

/// The file of an extension module: the tagged name (_C.cp312-win_amd64.pyd) before the plain one, as Python's finder.
/// `_C_flatbuffer.cp312-win_amd64.pyd` is another module.
std::optional<std::string> Interpreter::extension_file(const Operation& operation, const std::string& module) const {
  if (operation.arguments.contains("file")) {
    return path(operation.arguments, "file");
  }
  std::string relative = module;
  std::replace(relative.begin(), relative.end(), '.', '\\');
  const std::string stem = m_variables.text("{site}") + "\\" + relative;
  for (const std::string& tagged : glob(stem + ".*", "name")) {
    const std::string file = ascii_lower(tagged);
    if (file.size() > stem.size() + 4 && file.ends_with(".pyd")) {
      return tagged;
    }
  }
  return m_system.exists(stem + ".pyd") ? std::optional(stem + ".pyd") : std::nullopt;
}

Interpreter::Flow Interpreter::import_extension(const Operation& operation) {
  const std::string module = text(operation, "import");
  const std::uint64_t step = begin(operation, "import " + module);
  const auto file = extension_file(operation, module);
  if (!file) {
    end_error(step, 2);
    Variables::Variable variable;
    variable.members["error"] = 2;
    variable.members["error_text"] = error_text(2);
    remember(operation, std::move(variable));
    Raised raised;
    raised.type = "ModuleNotFoundError";
    raised.error = 2;
    raised.error_text = error_text(2);
    raised.module = module;
    raised.message = fmt::format("No module named '{}'", module);
    fail(operation, step, std::move(raised));
    return Flow::Next;
  }
  const LoadCall call = m_extension_flags == 0 ? LoadCall::LoadLibraryW : LoadCall::LoadLibraryExW;
  // CPython keeps the system's own dialogs away for the time of the load (Python/dynload_win.c).
  const std::uint32_t mode = m_system.set_error_mode(1);
  const ModuleAnswer answer = m_system.load(call, *file, m_extension_flags);
  m_system.set_error_mode(mode);
  if (answer.handle != 0) {
    // A stub may have no such function, and what it returns is not looked at: an object of Python's it can't be.
    CallRequest initialise;
    initialise.module = answer.handle;
    initialise.is_python_function = true;
    initialise.symbol = "PyInit_" + module.substr(module.rfind('.') + 1);
    m_system.call(initialise);
  }
  if (!finish_load(operation, step, call, answer)) {
    fail(operation, step, import_error(module, *file, answer.error, error_text(answer.error)));
  }
  return Flow::Next;
}

Interpreter::Flow Interpreter::get_handle(const Operation& operation) {
  const std::string name = text(operation, "get_handle");
  const std::uint64_t step = begin(operation, fmt::format("GetModuleHandleW(\"{}\")", name));
  const ModuleAnswer answer = m_system.module_handle(name);
  Variables::Variable variable;
  variable.handle = answer.handle;
  variable.value = answer.handle != 0 ? Json(answer.path) : Json();
  variable.members["error"] = answer.error;
  variable.members["error_text"] = answer.error == 0 ? "" : error_text(answer.error);
  remember(operation, std::move(variable));
  if (answer.handle != 0) {
    end_ok(step, {{"module", answer.path}});
    return Flow::Next;
  }
  end_error(step, answer.error);
  Raised raised;
  raised.error = answer.error;
  raised.error_text = error_text(answer.error);
  raised.module = name;
  raised.message = windows_error_message(answer.error, raised.error_text);
  fail(operation, step, std::move(raised));
  return Flow::Next;
}

Interpreter::Flow Interpreter::free(const Operation& operation) {
  const std::uint64_t handle = handle_of(operation, "free");
  const std::string name = operation.arguments.at("free").get<std::string>();
  const std::uint64_t step = begin(operation, fmt::format("FreeLibrary({})", name));
  const std::uint32_t error = m_system.free(handle);
  finish_call(operation, step, error);
  return Flow::Next;
}

/// The module that `in` means: a remembered one, or one that is resident under that name.
std::uint64_t Interpreter::module_of(const Operation& operation, const std::string& name) {
  if (const Variables::Variable* variable = m_variables.find(name); variable != nullptr && variable->handle != 0) {
    return variable->handle;
  }
  const ModuleAnswer answer = m_system.module_handle(with_backslashes(name));
  if (answer.handle == 0) {
    Raised raised;
    raised.error = answer.error;
    raised.error_text = error_text(answer.error);
    raised.module = name;
    raised.message =
        fmt::format("{}: '{}' is not loaded", windows_error_message(answer.error, raised.error_text), name);
    raised.verb = operation.verb;
    raised.pointer = operation.location.pointer;
    throw raised;
  }
  return answer.handle;
}

Interpreter::Flow Interpreter::call(const Operation& operation) {
  CallRequest request;
  const Json& symbol = operation.arguments.at("call");
  const std::string module = text(operation, "in");
  std::string symbol_text;
  if (symbol.is_object()) {
    const auto ordinal = static_cast<std::uint16_t>(number(symbol.at("ordinal")));
    request.symbol = ordinal;
    symbol_text = fmt::format("#{}", ordinal);
  } else {
    symbol_text = m_variables.text(symbol);
    request.symbol = symbol_text;
  }
  request.arguments = numbers(operation, "arguments");
  if (request.arguments.size() > CallRequest::k_most_arguments) {
    throw UnknownName(fmt::format("{} takes {} arguments at most, here are {}", operation.verb,
                                  CallRequest::k_most_arguments, request.arguments.size()));
  }
  request.returns = return_kind_of(text_or(operation, "returns", "number"));
  request.module = module_of(operation, module);
  const std::uint64_t step = begin(operation, fmt::format("{}!{}", module, symbol_text));
  const CallAnswer answer = m_system.call(request);

  Variables::Variable variable;
  variable.members["error"] = answer.error;
  if (answer.error == 0) {
    variable.value = request.returns == ReturnKind::Signed   ? Json(static_cast<std::int64_t>(answer.value))
                     : request.returns == ReturnKind::Number ? Json(answer.value)
                                                             : Json(answer.text);
    end_ok(step, {{"value", variable.value}});
    remember(operation, std::move(variable));
    return Flow::Next;
  }
  end_error(step, answer.error);
  remember(operation, std::move(variable));
  Raised raised;
  raised.type = "AttributeError";
  raised.error = answer.error;
  raised.error_text = error_text(answer.error);
  raised.module = module;
  raised.message = symbol.is_object() ? fmt::format("function ordinal {} not found", symbol_text.substr(1))
                                      : fmt::format("function '{}' not found", symbol_text);
  fail(operation, step, std::move(raised));
  return Flow::Next;
}

}  // namespace dllrepro::loader

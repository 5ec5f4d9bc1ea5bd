// SPDX-License-Identifier: MIT
// The search policy, the environment, files, output, threads and processes.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/loader/interpreter.hpp"

namespace dllrepro::loader {

/// Ends a step that gives nothing but success or an error.
void Interpreter::finish_call(const Operation& operation, std::uint64_t step, std::uint32_t error) {
  if (error == 0) {
    end_ok(step);
    return;
  }
  end_error(step, error);
  Raised raised;
  raised.error = error;
  raised.error_text = error_text(error);
  raised.message = windows_error_message(error, raised.error_text);
  fail(operation, step, std::move(raised));
}

Interpreter::Flow Interpreter::add_dll_directory(const Operation& operation) {
  const std::string folder = path(operation.arguments, "add_dll_directory");
  if (flag(operation, "if_exists", false) && !m_system.exists(folder)) {
    return Flow::Next;
  }
  const std::uint64_t step = begin(operation, fmt::format("AddDllDirectory(\"{}\")", folder));
  const CookieAnswer answer = m_system.add_dll_directory(folder);
  Variables::Variable variable;
  variable.value = answer.error == 0 ? Json(folder) : Json();
  variable.handle = answer.cookie;
  variable.members["error"] = answer.error;
  remember(operation, std::move(variable));
  if (answer.error == 0) {
    end_ok(step);
  } else {
    end_error(step, answer.error);
    fail(operation, step, directory_error(folder, answer.error, error_text(answer.error)));
  }
  return Flow::Next;
}

Interpreter::Flow Interpreter::remove_dll_directory(const Operation& operation) {
  const std::uint64_t cookie = handle_of(operation, "remove_dll_directory");
  const auto name = operation.arguments.at("remove_dll_directory").get<std::string>();
  const std::uint64_t step = begin(operation, fmt::format("RemoveDllDirectory({})", name));
  finish_call(operation, step, m_system.remove_dll_directory(cookie));
  return Flow::Next;
}

Interpreter::Flow Interpreter::set_default_dll_directories(const Operation& operation) {
  const auto flags = static_cast<std::uint32_t>(number_or(operation, "set_default_dll_directories", 0));
  const std::uint64_t step = begin(operation, fmt::format("SetDefaultDllDirectories(0x{:x})", flags));
  finish_call(operation, step, m_system.set_default_dll_directories(flags));
  return Flow::Next;
}

Interpreter::Flow Interpreter::set_dll_directory(const Operation& operation) {
  std::optional<std::string> folder;
  if (!value(operation, "set_dll_directory").is_null()) {
    folder = path(operation.arguments, "set_dll_directory");
  }
  const std::uint64_t step =
      begin(operation, folder ? fmt::format("SetDllDirectoryW(\"{}\")", *folder) : "SetDllDirectoryW(NULL)");
  finish_call(operation, step, m_system.set_dll_directory(folder));
  return Flow::Next;
}

Interpreter::Flow Interpreter::path_front(const Operation& operation) {
  auto entries = paths(operation.arguments.at("path_front"), operation.arguments);
  const std::uint64_t step = begin(operation, fmt::format("PATH = {};PATH", fmt::join(entries, ";")));
  if (const auto before = m_system.environment("PATH")) {
    entries.push_back(*before);
  }
  m_system.set_environment("PATH", fmt::format("{}", fmt::join(entries, ";")));
  end_ok(step);
  return Flow::Next;
}

Interpreter::Flow Interpreter::path_back(const Operation& operation) {
  auto entries = paths(operation.arguments.at("path_back"), operation.arguments);
  const std::uint64_t step = begin(operation, fmt::format("PATH = PATH;{}", fmt::join(entries, ";")));
  // An empty PATH becomes ";folder", a missing one "folder": measured of cuda-pathfinder (pathfinder.md, situation 22).
  if (const auto before = m_system.environment("PATH")) {
    entries.insert(entries.begin(), *before);
  }
  m_system.set_environment("PATH", fmt::format("{}", fmt::join(entries, ";")));
  end_ok(step);
  return Flow::Next;
}

Interpreter::Flow Interpreter::set_environment(const Operation& operation) {
  for (const auto& item : operation.arguments.at("set_environment").items()) {
    // One that stands for nothing, such as a variable that was not set, deletes as a null that is written does.
    const bool deletes = m_variables.expand(item.value()).is_null();
    const auto content = deletes ? std::nullopt : std::optional(m_variables.text(item.value()));
    const std::uint64_t step =
        begin(operation, content ? fmt::format("{} = {}", item.key(), *content) : fmt::format("delete {}", item.key()));
    m_system.set_environment(item.key(), content);
    end_ok(step);
  }
  return Flow::Next;
}

Interpreter::Flow Interpreter::get_environment(const Operation& operation) {
  const auto content = m_system.environment(text(operation, "get_environment"));
  Variables::Variable variable;
  variable.value = content ? Json(*content) : value(operation, "default");
  remember(operation, std::move(variable));
  return Flow::Next;
}

Interpreter::Flow Interpreter::error_mode(const Operation& operation) {
  const auto mode = static_cast<std::uint32_t>(number_or(operation, "error_mode", 0));
  const std::uint64_t step = begin(operation, fmt::format("SetErrorMode(0x{:x})", mode));
  Variables::Variable variable;
  variable.value = m_system.set_error_mode(mode);
  end_ok(step, {{"value", variable.value}});
  remember(operation, std::move(variable));
  return Flow::Next;
}

Interpreter::Flow Interpreter::find(const Operation& operation) {
  const Json& wanted = operation.arguments.at("find");
  std::vector<std::string> candidates;
  if (wanted.is_object()) {
    const auto names = paths(wanted.at("names"), operation.arguments);
    for (const std::string& folder : paths(wanted.at("in"), operation.arguments)) {
      for (const std::string& name : names) {
        candidates.push_back(folder + "\\" + name);
      }
    }
  } else {
    candidates = paths(wanted, operation.arguments);
  }
  Variables::Variable variable;
  for (const std::string& candidate : candidates) {
    if (candidate.find_first_of("*?") != std::string::npos) {
      if (const auto files = glob(candidate, "name"); !files.empty()) {
        variable.value = files.front();
      }
    } else if (m_system.exists(candidate)) {
      variable.value = candidate;
    }
    if (!variable.value.is_null()) {
      break;
    }
  }
  const bool found = !variable.value.is_null();
  remember(operation, std::move(variable));
  if (!found && text_or(operation, "on_missing", "raise") == "raise") {
    Raised raised;
    raised.type = text_or(operation, "type", "FileNotFoundError");
    raised.message = operation.arguments.contains("message")
                         ? text(operation, "message")
                         : fmt::format("none of these files is there: {}", fmt::join(candidates, ", "));
    raised.verb = operation.verb;
    raised.pointer = operation.location.pointer;
    throw raised;
  }
  return Flow::Next;
}

Interpreter::Flow Interpreter::copy_file(const Operation& operation) {
  const std::string from = path(operation.arguments, "copy_file");
  const std::string to = path(operation.arguments, "to");
  const std::uint64_t step = begin(operation, fmt::format("copy \"{}\" to \"{}\"", from, to));
  const std::uint32_t error = m_system.copy_file(from, to);
  if (error == 0) {
    end_ok(step);
  } else {
    end_error(step, error);
    fail(operation, step, directory_error(from, error, error_text(error)));
  }
  return Flow::Next;
}

Interpreter::Flow Interpreter::print(const Operation& operation) {
  const bool to_error = text_or(operation, "to", "stdout") == "stderr";
  m_system.print(to_error ? OutputStream::Error : OutputStream::Out, text(operation, "print") + "\n");
  return Flow::Next;
}

Interpreter::Flow Interpreter::sleep(const Operation& operation) {
  const std::uint64_t milliseconds = number_or(operation, "sleep_ms", 0);
  const std::uint64_t step = begin(operation, fmt::format("sleep {} ms", milliseconds));
  m_system.sleep(milliseconds);
  end_ok(step);
  return Flow::Next;
}

Interpreter::Flow Interpreter::start_thread(const Operation& operation) {
  const std::uint64_t step = begin(operation, "start a thread");
  // The thread may outlive this interpreter and its lists, so it takes copies with it.
  auto inner = std::shared_ptr<Interpreter>(new Interpreter(*this, ForThread{}));
  auto body = std::make_shared<std::vector<Operation>>(operation.blocks.at("start_thread"));
  Variables::Variable variable;
  variable.handle = m_system.start_thread([inner, body] { inner->run_in_thread(*body); });
  if (flag(operation, "wait", false)) {
    m_system.join_thread(variable.handle, 0);
  }
  end_ok(step);
  remember(operation, std::move(variable));
  return Flow::Next;
}

Interpreter::Flow Interpreter::join(const Operation& operation) {
  const std::uint64_t thread = handle_of(operation, "join");
  const std::uint64_t timeout = number_or(operation, "timeout_ms", 0);
  const std::uint64_t step = begin(operation, "join " + operation.arguments.at("join").get<std::string>());
  if (m_system.join_thread(thread, timeout)) {
    end_ok(step);
    return Flow::Next;
  }
  constexpr std::uint32_t k_wait_timeout = 258;
  end_error(step, k_wait_timeout);
  Raised raised;
  raised.type = "TimeoutError";
  raised.message = fmt::format("the thread did not end within {} ms", timeout);
  fail(operation, step, std::move(raised));
  return Flow::Next;
}

/// A plan for a second probe: what is known here as its parameters, without operations yet.
Json Interpreter::plan_for_child() const {
  Json catalogs = Json::object();
  for (const auto& [name, releases] : m_lookups->catalogs()) {
    for (const auto& [release, whole] : releases) {
      catalogs[name][release] = whole;
    }
  }
  Json host = m_child_host;
  host.erase("executable");
  host["child"] = m_child_host;
  host.emplace("extension_flags", m_extension_flags);
  return {{"protocol", 1},
          {"places", m_places},
          {"host", std::move(host)},
          {"parameters", m_variables.values()},
          {"catalogs", std::move(catalogs)},
          {"loader", Json::array()},
          {"steps", Json::array()}};
}

Interpreter::Flow Interpreter::start_process(const Operation& operation) {
  const Json& command = operation.arguments.at("start_process");
  ProcessRequest request;
  if (command.contains("program")) {
    request.program = with_backslashes(m_variables.text(command.at("program")));
  } else {
    Json plan = plan_for_child();
    plan["steps"] = command.at("operations");
    // An interpreter of its own costs a second probe its start, so it has one only where its operations use it.
    if (!m_python.empty() && uses_python(plan["steps"])) {
      plan["host"]["python"] = m_python;
    }
    request.plan = plan.dump();
    request.program = m_child_host.value("executable", "");
  }
  for (const Json& argument : command.value("arguments", Json::array())) {
    request.arguments.push_back(m_variables.text(argument));
  }
  request.wait = flag(operation, "wait", true);
  request.capture = flag(operation, "capture", false);
  request.timeout_ms = number_or(operation, "timeout_ms", 0);
  const std::uint64_t step =
      begin(operation, request.plan.empty() ? "start " + request.program : "start a second probe");
  ProcessAnswer answer = m_system.start_process(request);

  Variables::Variable variable;
  variable.members["error"] = answer.error;
  if (answer.error == 0 && request.wait && !answer.timed_out) {
    variable.value = answer.exit_code;
    variable.members["exit_code"] = answer.exit_code;
  }
  if (request.capture) {
    while (!answer.output.empty() && (answer.output.back() == '\n' || answer.output.back() == '\r')) {
      answer.output.pop_back();
    }
    variable.members["output"] = answer.output;
  }
  const Json exit_code = variable.value;
  remember(operation, std::move(variable));
  if (answer.error != 0) {
    end_error(step, answer.error);
    fail(operation, step, directory_error(request.program, answer.error, error_text(answer.error)));
  } else if (answer.timed_out) {
    end_error(step, 258);
    Raised raised;
    raised.type = "TimeoutError";
    raised.message = fmt::format("the process did not end within {} ms", request.timeout_ms);
    fail(operation, step, std::move(raised));
  } else {
    end_ok(step, {{"value", exit_code}});
  }
  return Flow::Next;
}

}  // namespace dllrepro::loader

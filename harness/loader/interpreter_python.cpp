// SPDX-License-Identifier: MIT
// Steps that the host's own interpreter runs, and the step of its start.
#include <algorithm>

#include <fmt/format.h>

#include "harness/loader/interpreter.hpp"
#include "harness/loader/lookup/python_text.hpp"
#include "harness/loader/program_exit.hpp"
#include "harness/loader/text_template.hpp"

namespace dllrepro::loader {

namespace {

constexpr std::size_t k_most_bytes_shown = 120;

/// The first line that says something, as the text of a step.
std::string first_line(std::string_view code) {
  const std::size_t begin = std::min(code.find_first_not_of(" \t\r\n"), code.size());
  const std::size_t end = std::min(code.find_first_of("\r\n", begin), code.size());
  std::string line(code.substr(begin, end - begin));
  const bool is_all = code.find_first_not_of(" \t\r\n", end) == std::string_view::npos;
  if (line.size() > k_most_bytes_shown) {
    std::size_t cut = k_most_bytes_shown;
    while ((static_cast<unsigned char>(line[cut]) & 0xC0U) == 0x80U) {
      --cut;  // not into the middle of a character
    }
    return line.substr(0, cut) + " ...";
  }
  return is_all ? line : line + " ...";
}

}  // namespace

std::uint64_t Interpreter::begin_step(std::string_view pointer, std::string_view verb, const std::string& text) {
  const std::uint64_t step = ++*m_steps;
  emit({{"event", "begin"}, {"step", step}, {"pointer", pointer}, {"op", verb}, {"text", text}});
  return step;
}

void Interpreter::end_step(std::uint64_t step, const Json& members) {
  if (members.contains("error")) {
    end_error(step, members.at("error").get<std::uint32_t>(), members);
  } else {
    end_ok(step, members);
  }
}

/// The code with its {names} replaced: a text goes in as it is, for it stands between Python's own quotes; what is no
/// text as Python writes it.
std::string Interpreter::code(const Operation& operation) const {
  std::string code;
  for (const TextTemplate::Part& part : parse_template(operation.arguments.at("python").get<std::string>()).parts) {
    const Json value = part.reference ? m_variables.lookup(part.text) : Json(part.text);
    code += value.is_string() ? value.get<std::string>() : lookup::repr(value);
  }
  return code;
}

Interpreter::Flow Interpreter::python(const Operation& operation) {
  PythonRequest request;
  request.code = code(operation);
  // Python's tracebacks then name the operation: File "<steps/0>", line 1.
  const std::string& pointer = operation.location.pointer;
  request.name = fmt::format("<{}>", pointer.substr(pointer.starts_with('/') ? 1 : 0));
  request.wants_value = operation.arguments.contains("as");
  return run_python(operation, request, first_line(request.code));
}

Interpreter::Flow Interpreter::python_file(const Operation& operation) {
  PythonRequest request;
  request.file = path(operation.arguments, "python_file");
  return run_python(operation, request, request.file);
}

Interpreter::Flow Interpreter::run_python(const Operation& operation, const PythonRequest& request,
                                          const std::string& text) {
  const std::uint64_t step = begin(operation, text);
  const PythonAnswer answer = m_system.run_python(request);
  for (const auto& item : answer.remembered.items()) {
    Variables::Variable remembered;
    remembered.value = item.value();
    m_variables.remember(item.key(), std::move(remembered));
  }
  Variables::Variable variable;
  switch (answer.kind) {
    case PythonAnswer::Kind::Done:
      variable.value = answer.value;
      end_ok(step, answer.value.is_null() ? Json::object() : Json{{"value", answer.value}});
      remember(operation, std::move(variable));
      return Flow::Next;
    case PythonAnswer::Kind::Exited:
      end_ok(step, {{"value", fmt::format("SystemExit({})", answer.exit_code)}});
      throw ProgramExit{answer.exit_code};
    case PythonAnswer::Kind::Raised:
    case PythonAnswer::Kind::NoPython:
      break;
  }
  Raised raised;
  if (answer.kind == PythonAnswer::Kind::Raised) {
    raised = raised_in_python(answer.exception, [this](std::uint32_t error) { return m_system.error_text(error); });
    raised.exception = answer.exception.number;
  } else {
    raised.type = "RuntimeError";
    raised.message = "this host runs no Python";
  }
  end_error(step, raised.error, {{"type", raised.type}});
  variable.members["error"] = raised.error;
  variable.members["error_text"] = raised.error_text;
  remember(operation, std::move(variable));
  fail(operation, step, std::move(raised));
  return Flow::Next;
}

}  // namespace dllrepro::loader

// SPDX-License-Identifier: MIT
#include "harness/loader/lookup/canary.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/loader/lookup/python_text.hpp"
#include "harness/loader/messages.hpp"
#include "harness/util/ascii.hpp"

namespace dllrepro::loader::lookup {

namespace {

/// In front of the line that a spawned child answers with: multiprocessing has a pipe of its own for it, apart from
/// what the program prints.
constexpr std::string_view k_result = "\x01result ";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    if (!line.empty() && line.back() == '\r') {
      line.pop_back();
    }
    lines.push_back(std::move(line));
    begin = end + 1;
  }
  return lines;
}

bool is_blank(const std::string& line) {
  return line.find_first_not_of(" \t\r\n\v\f") == std::string::npos;
}

/// One child, from its start to its answer.
class Child {
 public:
  Child(const std::string& library, const CanaryRules& rules, Program& program)
      : m_library(library), m_rules(rules), m_program(program) {}

  std::optional<std::string> ask(const Json& call) {
    if (m_rules.child == CanaryRules::Child::Spawn && m_program.is_started_again()) {
      raise("still_starting");
    }
    const ProcessAnswer answer = run(call);
    if (m_rules.child == CanaryRules::Child::Spawn) {
      return path_in(result_line(answer));
    }
    m_values.emplace_back("errors", answer.errors);
    if (answer.timed_out) {
      raise("timed_out");
    }
    if (answer.exit_code != 0) {
      m_values.emplace_back("code", fmt::format("{}", answer.exit_code));
      raise("exited");
    }
    const auto lines = lines_of(answer.output);
    const auto last = std::find_if_not(lines.rbegin(), lines.rend(), is_blank);
    if (last == lines.rend()) {
      raise("no_answer");
    }
    return path_in(*last);
  }

 private:
  ProcessAnswer run(const Json& call) {
    Json lookup{{"lookup", m_library}};
    lookup.update(call);
    const bool again = m_rules.child == CanaryRules::Child::Spawn && !m_rules.program_is_guarded;
    ProcessRequest request;
    request.plan = m_program.child_plan(m_rules.start, again, Json::array({std::move(lookup)}));
    request.program = m_rules.program.empty() ? m_program.interpreter() : m_program.with_values(m_rules.program);
    request.working_folder = m_program.with_values(m_rules.working_folder);
    request.capture = true;
    request.capture_errors = m_rules.child == CanaryRules::Child::Subprocess;
    request.timeout_ms = m_rules.waits_ms.value_or(static_cast<std::uint64_t>(m_rules.seconds * 1000));
    const std::uint64_t step = m_program.begin(
        "start_process", fmt::format("a child process looks for {}, with {} ms", m_library, request.timeout_ms));
    ProcessAnswer answer = m_program.system().start_process(request);
    m_step = step;
    m_values = {{"seconds", float_text(m_rules.seconds)}, {"anchor", m_library}, {"quoted_anchor", repr(m_library)}};
    if (answer.error != 0) {
      m_program.end(step, answer.error, Json::object());
      Raised raised;
      raised.type = answer.error == 2 || answer.error == 3 ? "FileNotFoundError" : "OSError";
      raised.error = answer.error;
      raised.error_text = m_program.error_text(answer.error);
      raised.message = windows_error_message(answer.error, raised.error_text);
      raised.module = request.program;
      raised.step = step;
      throw raised;
    }
    constexpr std::uint32_t k_wait_timeout = 258;
    m_program.end(step, answer.timed_out ? k_wait_timeout : 0,
                  answer.timed_out ? Json::object() : Json{{"value", answer.exit_code}});
    return answer;
  }

  /// What a spawned child sent over the pipe of its own; all else is what the program printed, and goes on its way.
  std::string result_line(const ProcessAnswer& answer) {
    std::optional<std::string> result;
    for (const std::string& line : lines_of(answer.output)) {
      if (line.starts_with(k_result)) {
        result = line.substr(k_result.size());
      } else {
        m_program.system().print(OutputStream::Out, line + "\n");
      }
    }
    if (answer.timed_out) {
      raise("timed_out");
    }
    if (!result) {
      raise("no_answer");
    }
    return *result;
  }

  std::optional<std::string> path_in(const std::string& line) {
    const Json payload = Json::parse(line, nullptr, false);
    if (payload.is_discarded()) {
      m_values.emplace_back("quoted_line", repr(line));
      raise("no_json");
    }
    Json path = payload;
    bool sound = true;
    if (m_rules.payload == CanaryRules::Payload::Status) {
      const Json status = payload.is_object() ? payload.value("status", Json()) : Json();
      path = payload.is_object() ? payload.value("abs_path", Json()) : Json();
      sound = (status == "ok" && path.is_string()) || (status == "not-found" && path.is_null());
    }
    if (!sound || !(path.is_string() || path.is_null())) {
      m_values.emplace_back("payload", repr(payload));
      raise("unexpected");
    }
    return path.is_string() ? std::optional(path.get<std::string>()) : std::nullopt;
  }

  [[noreturn]] void raise(const std::string& which) const {
    Raised raised;
    raised.step = m_step;
    const auto text = m_rules.raises.find(which);
    if (text == m_rules.raises.end()) {
      raised.type = "RuntimeError";
      raised.message = fmt::format("the release has no words for a canary's \"{}\"", which);
      throw raised;
    }
    raised.type = text->second.type;
    raised.message = filled(text->second.message, m_values);
    throw raised;
  }

  const std::string& m_library;
  const CanaryRules& m_rules;
  Program& m_program;
  std::uint64_t m_step = 0;
  std::vector<std::pair<std::string, std::string>> m_values;
};

}  // namespace

std::optional<std::string> path_in_child(const std::string& library, const CanaryRules& rules, const Json& call,
                                         Program& program) {
  return Child(library, rules, program).ask(call);
}

std::optional<std::string> root_above(const std::string& file, const std::vector<std::string>& tails) {
  for (const std::string& tail : tails) {
    std::string root = directory_of(file);
    bool fits = true;
    std::size_t end = tail.size();
    while (fits && end > 0) {
      const std::size_t slash = tail.rfind('/', end - 1);
      const std::size_t begin = slash == std::string::npos ? 0 : slash + 1;
      fits = fits_any(name_of_file(root), {tail.substr(begin, end - begin)});
      root = directory_of(root);
      end = begin == 0 ? 0 : slash;
    }
    if (fits) {
      return root;
    }
  }
  return std::nullopt;
}

std::string canary_line(const std::optional<std::string>& path, const CanaryRules& rules) {
  const Json text = path ? Json(*path) : Json();
  const Json payload = rules.payload == CanaryRules::Payload::Path
                           ? text
                           : Json{{"status", path ? "ok" : "not-found"}, {"abs_path", text}};
  const bool spawned = rules.child == CanaryRules::Child::Spawn;
  return fmt::format("{}{}", spawned ? k_result : "", payload.dump());
}

}  // namespace dllrepro::loader::lookup

// SPDX-License-Identifier: MIT
#include <chrono>
#include <fstream>
#include <variant>

#include <fmt/format.h>

#include "harness/cli/interruption.hpp"
#include "harness/cli/trace_command.hpp"
#include "harness/run/cell_result.hpp"
#include "harness/trace/program_file.hpp"
#include "harness/trace/trace_builder.hpp"
#include "harness/trace/tracer.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::cli {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw BadInput({Diagnostic{{}, fmt::format("\"{}\" {}", name, why)}});
}

fs::path checked_program(const std::string& name) {
  const fs::path program = trace::find_program(name);
  if (program.empty()) {
    refuse(name, "is no program in the current folder, in Windows' folders or on PATH");
  }
  if (const std::string why = trace::why_no_program(program); !why.empty()) {
    refuse(display_path(program), why);
  }
  return program;
}

/// Where steps go: into a trace, or to the native program that puts one together.
class Steps {
 public:
  explicit Steps(const std::string& file) {
    if (!file.empty()) {
      m_file.open(path_from_utf8(file), std::ios::binary | std::ios::trunc);
      if (!m_file) {
        throw EnvironmentFailure("failed to open " + file);
      }
    }
  }

  void take(const trace::Step& step) {
    if (!m_file.is_open()) {
      m_builder.take(step);
    } else if (step.kind != trace::Step::Kind::Mapped && step.kind != trace::Step::Kind::Unmapped) {
      // Wine's loader tells of images with more.
      m_file << run::dump_safely(trace::to_json(step)) << '\n';
      if (!m_file.flush()) {
        throw EnvironmentFailure("failed to write what was seen; is the disk full?");
      }
    }
  }

  [[nodiscard]] bool makes_trace() const { return !m_file.is_open(); }
  trace::Trace trace() { return std::move(m_builder).finish(); }

 private:
  std::ofstream m_file;
  trace::TraceBuilder m_builder{trace::TraceBuilder::Dialect::Flat};
};

}  // namespace

ExitCode trace_program(const TraceArguments& arguments, const Invocation& invocation) {
  trace::TraceCommand command;
  command.program = checked_program(arguments.program.front());
  command.arguments.assign(arguments.program.begin() + 1, arguments.program.end());
  command.limit = std::chrono::milliseconds(static_cast<std::int64_t>(arguments.seconds * 1000));
  command.frame_errors = invocation.handed_off;
  Steps steps(arguments.steps);
  const Interruption interruption(invocation.handed_off);
  const process::Ending ending =
      trace::run_traced(command, [&](const trace::Step& step) { steps.take(step); }, interruption.token());
  if (const auto* failure = std::get_if<process::NotStarted>(&ending)) {
    refuse(display_path(command.program),
           fmt::format("can't be started: {} (error {}); it is a program for {}", failure->message, failure->error,
                       trace::machine_of_program(command.program)));
  }
  if (std::holds_alternative<process::Cancelled>(ending)) {
    return ExitCode::Interrupted;
  }
  if (steps.makes_trace()) {
    write_trace(arguments, steps.trace());
  }
  const auto* exited = std::get_if<process::Exited>(&ending);
  return exited != nullptr && exited->code == 0 ? ExitCode::AllAsExpected : ExitCode::ExpectationFailed;
}

}  // namespace dllrepro::cli

// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

#include "harness/cli/handoff/handoff.hpp"
#include "harness/cli/handoff/windows_paths.hpp"
#include "harness/cli/program.hpp"
#include "harness/cli/trace_command.hpp"
#include "harness/trace/trace_builder.hpp"
#include "harness/trace/wine_lines.hpp"
#include "harness/tree/run_directory.hpp"

namespace dllrepro::cli {

namespace fs = std::filesystem;

namespace {

/// A file of ours that is gone at the end.
class StepsFile {
 public:
  StepsFile() : m_path(tree::quick_folder() / fmt::format("dllrepro-trace-{}-{}.jsonl", geteuid(), getpid())) {}
  StepsFile(const StepsFile&) = delete;
  StepsFile& operator=(const StepsFile&) = delete;
  ~StepsFile() {
    std::error_code ignored;
    fs::remove(m_path, ignored);
  }
  [[nodiscard]] const fs::path& path() const { return m_path; }

 private:
  fs::path m_path;
};

std::vector<trace::Step> read_steps(const fs::path& file) {
  std::vector<trace::Step> steps;
  std::ifstream stream(file, std::ios::binary);
  for (std::string line; std::getline(stream, line);) {
    if (auto step = trace::step_from_json(Json::parse(line, nullptr, false))) {
      steps.push_back(std::move(*step));
    }
  }
  return steps;
}

/// The debugger's steps tell of processes, the loader's own of loads; each comes in order, and the clock is the same.
trace::Trace put_together(const std::vector<trace::Step>& seen, std::vector<trace::Step> told) {
  trace::TraceBuilder builder(trace::TraceBuilder::Dialect::Nested);
  // A process's loader is at work before its debugger hears of it.
  for (const trace::Step& step : seen) {
    if (step.kind == trace::Step::Kind::Process) {
      builder.take(step);
    }
  }
  const auto is_process = [](const trace::Step& step) { return step.kind == trace::Step::Kind::Process; };
  std::remove_copy_if(seen.begin(), seen.end(), std::back_inserter(told), is_process);
  std::stable_sort(told.begin(), told.end(),
                   [](const trace::Step& one, const trace::Step& other) { return one.at < other.at; });
  for (const trace::Step& step : told) {
    builder.take(step);
  }
  return std::move(builder).finish();
}

/// A path of this side, or a name or path that only the Windows side knows.
std::string program_word(const std::string& word) {
  std::error_code failed;
  const bool is_path = word.find('/') != std::string::npos;
  return is_path || fs::is_regular_file(word, failed) ? handoff::windows_path(word) : word;
}

}  // namespace

ExitCode trace_program(const TraceArguments& arguments, const Invocation&) {
  const StepsFile file;
  std::vector<trace::Step> told;
  handoff::WindowsRun run;
  run.arguments = {"trace", "--steps=" + handoff::windows_path(file.path().string()),
                   fmt::format("--timeout={}", arguments.seconds), "--", program_word(arguments.program.front())};
  run.arguments.insert(run.arguments.end(), arguments.program.begin() + 1, arguments.program.end());
  run.wine_channels = trace::k_wine_channels;
  run.on_wine_line = [&told](std::string_view line) {
    if (auto step = trace::step_of_wine_line(line)) {
      told.push_back(std::move(*step));
    }
  };
  const ExitCode result = handoff::hand_off({run}, report_failure);
  if (result == ExitCode::AllAsExpected || result == ExitCode::ExpectationFailed) {
    write_trace(arguments, put_together(read_steps(file.path()), std::move(told)));
  }
  return result;
}

}  // namespace dllrepro::cli

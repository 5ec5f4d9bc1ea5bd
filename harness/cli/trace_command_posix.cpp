// SPDX-License-Identifier: MIT
#include "harness/cli/trace_command_posix.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "harness/cli/handoff/handoff.hpp"
#include "harness/cli/handoff/windows_paths.hpp"
#include "harness/cli/program.hpp"
#include "harness/cli/trace_command.hpp"
#include "harness/trace/trace_builder.hpp"
#include "harness/trace/wine_lines.hpp"
#include "harness/tree/run_directory.hpp"
#include "harness/util/ascii.hpp"

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

}  // namespace

std::string program_word(const std::string& word) {
  constexpr std::string_view k_letters = "abcdefghijklmnopqrstuvwxyz";
  const std::string start = ascii_lower(std::string_view(word).substr(0, 2));
  const bool has_drive = start.size() == 2 && start[1] == ':' && k_letters.find(start[0]) != std::string_view::npos;
  std::error_code failed;
  const bool is_path = word.find('/') != std::string::npos || fs::is_regular_file(word, failed);
  return is_path && !has_drive ? handoff::windows_path(word) : word;
}

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
    write_trace(arguments, trace::trace_of(read_steps(file.path()), std::move(told)));
  }
  return result;
}

}  // namespace dllrepro::cli

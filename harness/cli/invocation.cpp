// SPDX-License-Identifier: MIT
#include "harness/cli/invocation.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string_view>
#include <system_error>
#include <utility>

#include "harness/cli/program.hpp"

namespace dllrepro::cli {

namespace {

/// With a value, too: CLI11 refuses that, which is a wrong command line of a bisection.
bool is_git_bisect(std::string_view word) {
  return word.substr(0, word.find('=')) == k_git_bisect;
}

}  // namespace

Invocation make_invocation(int argc, char** argv) {
  return invocation_of(program_arguments(argc, argv));
}

Invocation invocation_of(std::vector<std::string> words) {
  Invocation invocation{std::move(words)};
  std::vector<std::string>& arguments = invocation.arguments;
  if (!arguments.empty() && arguments.front() == k_handed_off) {
    arguments.erase(arguments.begin());
    invocation.handed_off = true;
  }
  invocation.git_bisect =
      !invocation.handed_off && !arguments.empty() && arguments.front() == "run" &&
      std::any_of(arguments.begin(), std::find(arguments.begin(), arguments.end(), "--"), is_git_bisect);
  return invocation;
}

int exit_status(ExitCode code, const Invocation& invocation) {
  errno = 0;
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    // errno is 0 when an earlier write failed and only the mark of it is left.
    report_failure("failed to write the output" +
                   (errno == 0 ? std::string() : ": " + std::generic_category().message(errno)));
    if (code == ExitCode::AllAsExpected) {
      code = invocation.git_bisect ? ExitCode::GitBisectAbort : ExitCode::EnvironmentBroken;
    }
  }
  return static_cast<int>(code) + (invocation.handed_off ? k_handed_off_codes : 0);
}

}  // namespace dllrepro::cli

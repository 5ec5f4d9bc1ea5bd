// SPDX-License-Identifier: MIT
#include "harness/cli/invocation.hpp"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "harness/cli/program.hpp"

namespace dllrepro::cli {

Invocation make_invocation(int argc, char** argv) {
  Invocation invocation{program_arguments(argc, argv)};
  if (!invocation.arguments.empty() && invocation.arguments.front() == k_handed_off) {
    invocation.arguments.erase(invocation.arguments.begin());
    invocation.handed_off = true;
  }
  return invocation;
}

int exit_status(ExitCode code, const Invocation& invocation) {
  errno = 0;
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    // errno is 0 when an earlier write failed and only the mark of it is left.
    report_failure("failed to write the output" +
                   (errno == 0 ? std::string() : ": " + std::generic_category().message(errno)));
    if (code == ExitCode::AllAsExpected) {
      code = ExitCode::EnvironmentBroken;
    }
  }
  return static_cast<int>(code) + (invocation.handed_off ? k_handed_off_codes : 0);
}

}  // namespace dllrepro::cli

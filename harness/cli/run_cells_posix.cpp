// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <fmt/format.h>

#include "harness/cli/handoff/handoff.hpp"
#include "harness/cli/handoff/run_arguments.hpp"
#include "harness/cli/program.hpp"
#include "harness/cli/run_command.hpp"
#include "harness/tree/run_directory.hpp"

namespace dllrepro::cli {

ExitCode run_cells(const RunArguments& arguments, const std::filesystem::path& root, const std::vector<scenario::Cell>&,
                   const Invocation&) {
  RunArguments own = arguments;
  if (own.work_folder.empty()) {
    // Named here, because of more than one user of this machine the Windows side knows nothing.
    own.work_folder = (tree::quick_folder() / fmt::format("dllrepro-{}", geteuid())).string();
  }
  return handoff::hand_off(handoff::windows_arguments(own, root), report_failure);
}

}  // namespace dllrepro::cli

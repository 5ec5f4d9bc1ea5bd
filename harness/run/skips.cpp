// SPDX-License-Identifier: MIT
#include "harness/run/skips.hpp"

#include <system_error>

#include <fmt/format.h>

#include "harness/util/paths.hpp"

namespace dllrepro::run {

std::string why_skipped(const scenario::Cell& cell, const RunOptions& options, const MachineFacts& machine) {
  if (const auto declared = cell.skip_on(machine.under_wine ? "wine" : "windows")) {
    return declared->why;
  }
  if (!options.probes.contains(cell.machine_architecture)) {
    return fmt::format("no probe for {} in this build", cell.machine_architecture);
  }
  if (!machine.under_wine) {
    for (const std::string& dll : cell.without_system_dlls) {
      std::error_code ignored;
      if (std::filesystem::exists(machine.system32 / path_from_utf8(dll), ignored)) {
        return fmt::format("this machine has {} in System32, the scenario's has not", dll);
      }
    }
  }
  return {};
}

}  // namespace dllrepro::run

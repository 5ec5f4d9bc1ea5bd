// SPDX-License-Identifier: MIT
#include "harness/run/skips.hpp"

#include <system_error>

#include <fmt/format.h>

#include "harness/util/paths.hpp"

namespace dllrepro::run {

namespace {

bool has(const MachineFacts& machine, const std::string& dll) {
  std::error_code ignored;
  return std::filesystem::exists(machine.system32 / path_from_utf8(dll), ignored);
}

std::string why_not_this_machine(const scenario::System32& wanted, const MachineFacts& machine) {
  for (const std::string& dll : wanted.without) {
    if (has(machine, dll)) {
      return fmt::format("this machine has {} in System32, the scenario's has not", dll);
    }
  }
  for (const std::string& dll : wanted.with) {
    if (!has(machine, dll)) {
      return fmt::format("this machine has no {} in System32, the scenario's has", dll);
    }
  }
  if (!wanted.files.empty()) {
    return fmt::format("the scenario's machine has its own {} in System32, and nothing is put into a real one",
                       wanted.files.begin()->first);
  }
  return {};
}

std::string why_not_this_prefix(const scenario::System32& wanted, const MachineFacts& machine) {
  return key_of(wanted) == machine.system32_key
             ? ""
             : "the scenario's machine needs a Wine prefix of its own, which dllrepro makes on Linux";
}

}  // namespace

std::string why_skipped(const scenario::Cell& cell, const RunOptions& options, const MachineFacts& machine) {
  if (const auto declared = cell.skip_on(machine.under_wine ? "wine" : "windows")) {
    return declared->why;
  }
  if (!options.probes.contains(cell.machine_architecture)) {
    return fmt::format("no probe for {} in this build", cell.machine_architecture);
  }
  return machine.under_wine ? why_not_this_prefix(cell.system32, machine)
                            : why_not_this_machine(cell.system32, machine);
}

}  // namespace dllrepro::run

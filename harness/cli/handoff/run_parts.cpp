// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/run_parts.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "harness/cli/handoff/run_arguments.hpp"
#include "harness/cli/handoff/windows_paths.hpp"

namespace dllrepro::cli::handoff {

namespace {

std::vector<scenario::System32> machines_of(const std::vector<scenario::Cell>& cells) {
  std::vector<scenario::System32> machines;
  std::vector<std::string> keys;
  for (const scenario::Cell& cell : cells) {
    std::string key = key_of(cell.system32);
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
      machines.push_back(cell.system32);
      keys.push_back(std::move(key));
    }
  }
  std::stable_partition(machines.begin(), machines.end(),
                        [](const scenario::System32& machine) { return machine.is_plain(); });
  return machines;
}

}  // namespace

std::vector<WindowsRun> parts_of_run(const RunArguments& arguments, const std::filesystem::path& root,
                                     const std::vector<scenario::Cell>& cells, const std::string& journal) {
  const std::vector<scenario::System32> machines = machines_of(cells);
  std::vector<WindowsRun> parts;
  for (std::size_t number = 0; number < machines.size(); ++number) {
    WindowsRun part;
    part.arguments = windows_arguments(arguments, root);
    part.machine = machines[number];
    if (machines.size() > 1) {
      const char* const word = number == 0 ? "first" : number + 1 == machines.size() ? "last" : "middle";
      part.arguments.insert(part.arguments.begin() + 1, fmt::format("{}={}", k_part, word));
      if (arguments.journal.empty()) {
        part.arguments.insert(part.arguments.begin() + 1, fmt::format("{}={}", k_part_journal, windows_path(journal)));
      }
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace dllrepro::cli::handoff

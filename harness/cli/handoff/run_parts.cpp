// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/run_parts.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "harness/cli/cell_list.hpp"
#include "harness/cli/handoff/run_arguments.hpp"
#include "harness/cli/handoff/windows_paths.hpp"

namespace dllrepro::cli::handoff {

namespace {

/// The cells of one machine.
struct Part {
  scenario::System32 machine;
  CellList list;
};

std::vector<Part> parts_of(const std::vector<scenario::Cell>& cells) {
  std::vector<Part> parts;
  std::map<std::string, std::size_t> part_of_machine;
  for (std::size_t number = 0; number < cells.size(); ++number) {
    const auto [known, is_new] = part_of_machine.emplace(key_of(cells[number].system32), parts.size());
    if (is_new) {
      parts.push_back({cells[number].system32, {cells.size(), {}, {}}});
    }
    CellList& list = parts[known->second].list;
    list.cells.push_back(cells[number]);
    list.numbers.push_back(number);
  }
  std::stable_partition(parts.begin(), parts.end(), [](const Part& part) { return part.machine.is_plain(); });
  return parts;
}

}  // namespace

std::vector<WindowsRun> parts_of_run(const RunArguments& arguments, const std::filesystem::path& root,
                                     const std::vector<scenario::Cell>& cells, const PartFiles& files) {
  const std::vector<Part> parts = parts_of(cells);
  std::vector<WindowsRun> runs;
  for (std::size_t number = 0; number < parts.size(); ++number) {
    WindowsRun run;
    run.arguments = windows_arguments(arguments, root);
    run.machine = parts[number].machine;
    const std::string list = files.cell_list(number);
    write_cell_list(list, parts[number].list, windows_path);
    run.arguments.push_back(fmt::format("{}={}", k_cell_list, windows_path(list)));
    if (parts.size() > 1) {
      const char* const word = number == 0 ? "first" : number + 1 == parts.size() ? "last" : "middle";
      run.arguments.push_back(fmt::format("{}={}", k_part, word));
      if (arguments.journal.empty()) {
        run.arguments.push_back(fmt::format("{}={}", k_part_journal, windows_path(files.journal)));
      }
    }
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace dllrepro::cli::handoff

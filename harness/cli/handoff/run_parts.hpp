// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "harness/cli/handoff/handoff.hpp"
#include "harness/cli/run_command.hpp"
#include "harness/scenario/cell.hpp"

namespace dllrepro::cli::handoff {

/// Files of one run that is handed over.
struct PartFiles {
  std::string journal;                                  ///< of several parts that nobody asked to journal
  std::function<std::string(std::size_t)> cell_list{};  ///< of the part of this number
};

/// The runs of the Windows program that run the cells: one where all are of one machine, else one for each machine
/// whose System32 differs, the plain one first, in the order in which the cells have them. Each gets a list of its
/// cells, which is written here and removed by who reads it. Several write one journal, and the last one makes the
/// reports. Throws EnvironmentFailure when a list can't be written.
std::vector<WindowsRun> parts_of_run(const RunArguments& arguments, const std::filesystem::path& root,
                                     const std::vector<scenario::Cell>& cells, const PartFiles& files);

}  // namespace dllrepro::cli::handoff

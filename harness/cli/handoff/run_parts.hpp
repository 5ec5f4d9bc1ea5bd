// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/cli/handoff/handoff.hpp"
#include "harness/cli/run_command.hpp"
#include "harness/scenario/cell.hpp"

namespace dllrepro::cli::handoff {

/// The runs of the Windows program that run the cells: one where all are of one machine, else one for each machine
/// whose System32 differs, the plain one first, in the order in which the cells have them. Several write one journal,
/// `journal` where the arguments name none, and the last one makes the reports.
std::vector<WindowsRun> parts_of_run(const RunArguments& arguments, const std::filesystem::path& root,
                                     const std::vector<scenario::Cell>& cells, const std::string& journal);

}  // namespace dllrepro::cli::handoff

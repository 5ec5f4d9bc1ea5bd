// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "harness/scenario/cell.hpp"
#include "harness/scenario/library.hpp"

namespace dllrepro::cli {

/// The option that names a file with a cell list, by which the native program tells the Windows one what to run.
inline constexpr const char* k_cell_list = "--cell-list";

/// Cells that were chosen already, named by the files that they come from: what is run needs no second choice, and no
/// other file is read.
struct CellList {
  std::size_t cells_of_run = 0;       ///< this list's and those of the run's other parts
  std::vector<scenario::Cell> cells;  ///< in the order in which they are to run
  std::vector<std::size_t> numbers;   ///< where each stands in the whole run
};

/// Writes the list. `path_there` turns a path into one that the reader can open. Throws EnvironmentFailure.
void write_cell_list(const std::filesystem::path& path, const CellList& list,
                     const std::function<std::string(const std::string&)>& path_there);

/// Reads the list and the files that it names. Throws BadInput where one of them is wrong by now, EnvironmentFailure
/// where a cell is no longer in its file.
CellList read_cell_list(const std::filesystem::path& path, const scenario::FixtureLibrary& library);

}  // namespace dllrepro::cli

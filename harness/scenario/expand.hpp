// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "harness/scenario/cell.hpp"
#include "harness/scenario/library.hpp"
#include "harness/scenario/scenario.hpp"

namespace dllrepro::scenario {

inline constexpr std::size_t k_most_cells = 10000;
/// Of a scenario with tables, most of which need not be cells.
inline constexpr std::size_t k_most_combinations = 1000000;

/// All cells of a scenario, the first axis changing slowest; one cell when it has no axes. The order of an axis's
/// values is that of the file that lists them, also where cells are missing between.
///
/// Throws BadInput with every fault of the scenario and of the fixtures it uses: those that parse_scenario found, and
/// those that show only here (unknown fixtures, a tree that does not resolve, a `when` that selects nothing, a cell
/// that no expectation selects, expectations that contradict each other, more than k_most_cells cells).
std::vector<Cell> expand(const Scenario& scenario, const FixtureLibrary& library);

/// The cells of a file, which is a scenario or a cell that to_json wrote. Throws BadInput.
std::vector<Cell> load_cells(const std::filesystem::path& file, const FixtureLibrary& library);

}  // namespace dllrepro::scenario

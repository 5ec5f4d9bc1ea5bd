// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/scenario/cell.hpp"

namespace dllrepro::scenario {

/// Says whether the cell's tree holds a file at this tree path, case ignored, as on Windows.
bool holds(const Cell& cell, std::string_view tree_path);

/// Says whether the tree may hold it once its real packages are there, whose files nobody knows before.
bool may_be_installed(const Cell& cell, std::string_view tree_path);

/// Says whether anything of the cell has to do with a module: a file of that path or base name, an import, a load or
/// any other text of a stub, a loader or a step that names it, or a system DLL that the machine lacks.
bool has_to_do_with(const Cell& cell, std::string_view module);

/// What a module of the tree may have been meant by: paths, or base names where no folder is given.
std::vector<std::string> names_like(std::string_view module, const Cell& cell);

}  // namespace dllrepro::scenario

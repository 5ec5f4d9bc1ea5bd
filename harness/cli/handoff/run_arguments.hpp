// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/cli/run_command.hpp"

namespace dllrepro::cli::handoff {

/// A run as the command line of the Windows build ("run", ...), with paths that it can open; `root` holds the fixtures.
/// Which cells it runs is told by a list of them (cell_list.hpp), and not by the paths that a person gave.
/// Throws EnvironmentFailure for a path that no Windows program can open.
std::vector<std::string> windows_arguments(const RunArguments& arguments, const std::filesystem::path& root);

}  // namespace dllrepro::cli::handoff

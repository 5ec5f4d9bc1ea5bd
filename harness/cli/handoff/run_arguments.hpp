// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/cli/run_command.hpp"

namespace dllrepro::cli::handoff {

/// A run as the command line of the Windows build ("run", ...), with paths that it can open; `root` holds the fixtures.
/// Throws EnvironmentFailure for a path that no Windows program can open.
std::vector<std::string> windows_arguments(const RunArguments& arguments, const std::filesystem::path& root);

}  // namespace dllrepro::cli::handoff

// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace dllrepro::cli::handoff {

/// Finds the Windows build of this program: $DLLREPRO_WINDOWS_PROGRAM; dllrepro.exe beside this one; in the build tree,
/// build/windows-under-wine/bin seen from build/PRESET/bin; installed, ../libexec/dllrepro.
/// Throws EnvironmentFailure that says how to build it.
std::filesystem::path find_windows_program();

}  // namespace dllrepro::cli::handoff

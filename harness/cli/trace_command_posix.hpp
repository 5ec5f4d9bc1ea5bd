// SPDX-License-Identifier: MIT
// On Linux alone.
#pragma once

#include <string>

namespace dllrepro::cli {

/// The program to trace as the Windows side is told of it: a path of this side becomes one of that side; a name, and a
/// path that begins with a drive, is that side's own and stays.
///
///   ./app.exe  ->  .\app.exe      /tmp/app.exe  ->  Z:\tmp\app.exe      C:/Python/python.exe, cmd  ->  the same
///
/// Throws EnvironmentFailure for a path that no Windows path can spell.
std::string program_word(const std::string& word);

}  // namespace dllrepro::cli

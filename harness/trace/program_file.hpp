// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace dllrepro::trace {

/// Why the file is no program that Windows could start, whatever the machine: "is a folder", "is a DLL, not a program",
/// "is no Windows program: ..."; with what to do instead where that is known. "" for a program.
std::string why_no_program(const std::filesystem::path& file);

/// The machine that a program is for, "x64", "x86", "arm64"; "" when it is no program.
std::string machine_of_program(const std::filesystem::path& file);

}  // namespace dllrepro::trace

// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

namespace dllrepro::process {

/// The block that CreateProcessW takes: `NAME=value` and a NUL each, one more NUL at the end, sorted by name without
/// regard to case as Windows asks for ("Changing Environment Variables" in its documentation).
///
/// Of names that differ in case alone the last in byte order wins: a process has one value per name.
/// (Boost.Process v2 1.83's own initializer does not sort, and gives an empty environment one NUL instead of two.)
std::wstring environment_block(const std::map<std::string, std::string>& environment);

}  // namespace dllrepro::process

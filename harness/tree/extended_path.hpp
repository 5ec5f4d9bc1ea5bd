// SPDX-License-Identifier: MIT
// Of Windows alone.
#pragma once

#include <filesystem>
#include <string>

namespace dllrepro::tree::disk {

/// `\\?\C:\...`, or `\\?\UNC\server\share\...`: such a path is taken as it is, with up to 32767 characters.
std::wstring extended(const std::filesystem::path& path);

}  // namespace dllrepro::tree::disk

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace dllrepro {

/// Writes a file in one go, in place of one that is there. Throws EnvironmentFailure with the path and the system's
/// text; a file that could not be written whole is not left behind.
void write_file(const std::filesystem::path& file, std::span<const std::byte> bytes);
void write_file(const std::filesystem::path& file, std::string_view text);

}  // namespace dllrepro

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace dllrepro::cli {

/// Writes a file in one go. Throws EnvironmentFailure with the path and the system's text; a file that could not be
/// written whole is not left behind.
void write_file(const std::filesystem::path& file, std::span<const std::byte> bytes);

}  // namespace dllrepro::cli

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace dllrepro::tree {

/// What changes when a file is written or a folder's entries are: its last-write time and its size.
struct FileStamp {
  std::uint64_t written = 0;  ///< in the file system's own unit
  std::uint64_t size = 0;
  bool operator==(const FileStamp&) const = default;
};

/// Nothing when there is no such file. One call of the system, which under Wine asks no server; std::filesystem's take
/// several that do.
std::optional<FileStamp> stamp_of(const std::filesystem::path& path);

}  // namespace dllrepro::tree

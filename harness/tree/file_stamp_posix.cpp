// SPDX-License-Identifier: MIT
#include <sys/stat.h>

#include "harness/tree/file_stamp.hpp"

namespace dllrepro::tree {

std::optional<FileStamp> stamp_of(const std::filesystem::path& path) {
  struct stat data = {};
  if (::lstat(path.c_str(), &data) != 0) {
    return std::nullopt;
  }
  constexpr std::uint64_t k_nanoseconds = 1000000000;
  return FileStamp{static_cast<std::uint64_t>(data.st_mtim.tv_sec) * k_nanoseconds +
                       static_cast<std::uint64_t>(data.st_mtim.tv_nsec),
                   static_cast<std::uint64_t>(data.st_size)};
}

}  // namespace dllrepro::tree

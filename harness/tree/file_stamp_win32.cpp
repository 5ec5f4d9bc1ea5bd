// SPDX-License-Identifier: MIT
#include "harness/tree/extended_path.hpp"
#include "harness/tree/file_stamp.hpp"
#include "harness/util/windows_api.hpp"

namespace dllrepro::tree {

std::optional<FileStamp> stamp_of(const std::filesystem::path& path) {
  const auto joined = [](DWORD high, DWORD low) { return (static_cast<std::uint64_t>(high) << 32U) | low; };
  const std::wstring name = disk::extended(path);
  WIN32_FILE_ATTRIBUTE_DATA data{};
  if (::GetFileAttributesExW(name.c_str(), GetFileExInfoStandard, &data) == 0) {
    return std::nullopt;
  }
  return FileStamp{joined(data.ftLastWriteTime.dwHighDateTime, data.ftLastWriteTime.dwLowDateTime),
                   joined(data.nFileSizeHigh, data.nFileSizeLow)};
}

}  // namespace dllrepro::tree

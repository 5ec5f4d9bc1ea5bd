// SPDX-License-Identifier: MIT
#include "harness/tree/extended_path.hpp"
#include "harness/util/windows_api.hpp"

namespace dllrepro::tree::disk {

std::wstring extended(const std::filesystem::path& path) {
  std::wstring text = path.wstring();
  if (text.rfind(LR"(\\?\)", 0) == 0) {
    return text;
  }
  // GetFullPathNameW knows the current folder, and takes paths of any length; short ones are the rule.
  std::wstring full(MAX_PATH, L'\0');
  DWORD length = GetFullPathNameW(text.c_str(), static_cast<DWORD>(full.size()), full.data(), nullptr);
  if (length > full.size()) {
    full.resize(length);
    length = GetFullPathNameW(text.c_str(), static_cast<DWORD>(full.size()), full.data(), nullptr);
  }
  full.resize(length);
  if (full.rfind(LR"(\\)", 0) == 0) {
    return LR"(\\?\UNC)" + full.substr(1);
  }
  return LR"(\\?\)" + full;
}

}  // namespace dllrepro::tree::disk

// SPDX-License-Identifier: MIT
#include "harness/probe/text.hpp"

#include "harness/util/windows_api.hpp"
#include "harness/util/windows_text.hpp"

namespace dllrepro::probe {

std::string to_ansi(std::string_view utf8) {
  const std::wstring wide = to_wide(utf8);
  const int length = static_cast<int>(wide.size());
  const int size = WideCharToMultiByte(CP_ACP, 0, wide.data(), length, nullptr, 0, nullptr, nullptr);
  std::string text(static_cast<std::size_t>(size), '\0');
  WideCharToMultiByte(CP_ACP, 0, wide.data(), length, text.data(), size, nullptr, nullptr);
  return text;
}

}  // namespace dllrepro::probe

// SPDX-License-Identifier: MIT
#include <array>

#include <fmt/format.h>

#include "harness/util/windows_api.hpp"
#include "harness/util/windows_text.hpp"

namespace dllrepro {

std::wstring to_wide(std::string_view text) {
  const int bytes = static_cast<int>(text.size());
  std::wstring wide(static_cast<std::size_t>(::MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, nullptr, 0)), L'\0');
  ::MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, wide.data(), static_cast<int>(wide.size()));
  return wide;
}

std::string to_utf8(std::wstring_view text) {
  const int units = static_cast<int>(text.size());
  const int bytes = ::WideCharToMultiByte(CP_UTF8, 0, text.data(), units, nullptr, 0, nullptr, nullptr);
  std::string narrow(static_cast<std::size_t>(bytes), '\0');
  ::WideCharToMultiByte(CP_UTF8, 0, text.data(), units, narrow.data(), bytes, nullptr, nullptr);
  return narrow;
}

std::string system_text(std::uint32_t error) {
  constexpr DWORD k_flags = FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS;
  std::array<wchar_t, 1024> buffer{};
  const auto size = static_cast<DWORD>(buffer.size());
  constexpr DWORD k_english = MAKELANGID(LANG_ENGLISH, SUBLANG_ENGLISH_US);
  DWORD length = ::FormatMessageW(k_flags, nullptr, error, k_english, buffer.data(), size, nullptr);
  if (length == 0) {
    length = ::FormatMessageW(k_flags, nullptr, error, 0, buffer.data(), size, nullptr);
  }
  std::wstring_view text(buffer.data(), length);
  while (!text.empty() && text.back() <= L' ') {
    text.remove_suffix(1);
  }
  return to_utf8(text);
}

EnvironmentFailure system_failure(std::string_view what, std::uint32_t error) {
  return EnvironmentFailure(fmt::format("failed to {}: {} (error {})", what, system_text(error), error));
}

}  // namespace dllrepro

// SPDX-License-Identifier: MIT
#include "harness/probe/text.hpp"

#include "harness/util/windows_api.hpp"

namespace dllrepro::probe {

namespace {

std::string narrow(std::wstring_view wide, unsigned code_page) {
  const int length = static_cast<int>(wide.size());
  const int size = WideCharToMultiByte(code_page, 0, wide.data(), length, nullptr, 0, nullptr, nullptr);
  std::string text(static_cast<std::size_t>(size), '\0');
  WideCharToMultiByte(code_page, 0, wide.data(), length, text.data(), size, nullptr, nullptr);
  return text;
}

}  // namespace

std::wstring to_wide(std::string_view utf8) {
  const int length = static_cast<int>(utf8.size());
  const int size = MultiByteToWideChar(CP_UTF8, 0, utf8.data(), length, nullptr, 0);
  std::wstring wide(static_cast<std::size_t>(size), L'\0');
  MultiByteToWideChar(CP_UTF8, 0, utf8.data(), length, wide.data(), size);
  return wide;
}

std::string to_utf8(std::wstring_view wide) {
  return narrow(wide, CP_UTF8);
}

std::string to_ansi(std::string_view utf8) {
  return narrow(to_wide(utf8), CP_ACP);
}

std::wstring quoted_argument(std::wstring_view argument) {
  if (!argument.empty() && argument.find_first_of(L" \t\n\v\"") == std::wstring_view::npos) {
    return std::wstring(argument);
  }
  // Backslashes are themselves, except in front of a quote, where each is written twice.
  std::wstring quoted = L"\"";
  std::size_t backslashes = 0;
  for (const wchar_t letter : argument) {
    if (letter == L'\\') {
      ++backslashes;
    } else {
      quoted.append(letter == L'"' ? backslashes + 1 : 0, L'\\');
      backslashes = 0;
    }
    quoted += letter;
  }
  quoted.append(backslashes, L'\\');
  return quoted + L'"';
}

}  // namespace dllrepro::probe

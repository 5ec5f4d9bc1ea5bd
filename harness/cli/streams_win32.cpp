// SPDX-License-Identifier: MIT
#include "harness/cli/invocation.hpp"

#include <fcntl.h>
#include <io.h>

#include <cstdio>

#include "harness/util/windows_api.hpp"
// After windows.h, which it needs.
#include <shellapi.h>

namespace dllrepro::cli {

namespace {

std::string utf8_from_wide(const wchar_t* text) {
  const int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);
  if (size <= 1) {
    return {};
  }
  std::string utf8(static_cast<std::size_t>(size), '\0');
  WideCharToMultiByte(CP_UTF8, 0, text, -1, utf8.data(), size, nullptr, nullptr);
  utf8.pop_back();  // the terminating zero
  return utf8;
}

}  // namespace

std::vector<std::string> program_arguments(int, char**) {
  std::vector<std::string> arguments;
  int count = 0;
  wchar_t** words = CommandLineToArgvW(GetCommandLineW(), &count);
  for (int index = 1; words != nullptr && index < count; ++index) {
    arguments.push_back(utf8_from_wide(words[index]));
  }
  LocalFree(words);
  return arguments;
}

void prepare_streams() {
  SetConsoleOutputCP(CP_UTF8);
  _setmode(_fileno(stdout), _O_BINARY);
  _setmode(_fileno(stderr), _O_BINARY);
}

}  // namespace dllrepro::cli

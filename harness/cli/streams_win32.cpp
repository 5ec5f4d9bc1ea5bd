// SPDX-License-Identifier: MIT
#include "harness/cli/invocation.hpp"

#include <fcntl.h>
#include <io.h>

#include <cstdio>

#include "harness/util/windows_api.hpp"
#include "harness/util/windows_text.hpp"
// After windows.h, which it needs.
#include <shellapi.h>

namespace dllrepro::cli {

std::vector<std::string> program_arguments(int, char**) {
  std::vector<std::string> arguments;
  int count = 0;
  wchar_t** words = CommandLineToArgvW(GetCommandLineW(), &count);
  for (int index = 1; words != nullptr && index < count; ++index) {
    arguments.push_back(to_utf8(words[index]));
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

// SPDX-License-Identifier: MIT
#include "harness/cli/terminal.hpp"

#include <cstdlib>
#include <string_view>

#include "harness/util/numbers.hpp"
#include "harness/util/windows_api.hpp"

namespace dllrepro::cli {

namespace {

bool is_terminal(DWORD stream) {
  const HANDLE handle = GetStdHandle(stream);
  DWORD mode = 0;
  // Sequences that clear a line or change its colour need the console's own interpreter, which Windows 10 has.
  return GetConsoleMode(handle, &mode) != 0 && SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

}  // namespace

bool stderr_is_terminal() {
  return is_terminal(STD_ERROR_HANDLE);
}

bool stdout_has_colour() {
  if (const char* told = std::getenv("DLLREPRO_COLOUR")) {
    return std::string_view(told) == "1";
  }
  const char* no_colour = std::getenv("NO_COLOR");
  return (no_colour == nullptr || *no_colour == '\0') && is_terminal(STD_OUTPUT_HANDLE);
}

std::size_t terminal_columns() {
  if (const char* told = std::getenv("DLLREPRO_COLUMNS")) {
    return static_cast<std::size_t>(parse_unsigned(told).value_or(80));
  }
  CONSOLE_SCREEN_BUFFER_INFO facts{};
  const bool known = GetConsoleScreenBufferInfo(GetStdHandle(STD_ERROR_HANDLE), &facts) != 0;
  return known ? static_cast<std::size_t>(facts.srWindow.Right - facts.srWindow.Left + 1) : 80;
}

}  // namespace dllrepro::cli

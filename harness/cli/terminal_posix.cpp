// SPDX-License-Identifier: MIT
#include "harness/cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace dllrepro::cli {

namespace {

bool is_terminal(int descriptor) {
  const char* kind = std::getenv("TERM");
  return isatty(descriptor) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

}  // namespace

bool stderr_is_terminal() {
  return is_terminal(STDERR_FILENO);
}

bool stdout_has_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  return is_terminal(STDOUT_FILENO) && (no_colour == nullptr || *no_colour == '\0');
}

std::size_t terminal_columns() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

}  // namespace dllrepro::cli

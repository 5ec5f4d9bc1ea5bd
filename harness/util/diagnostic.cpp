// SPDX-License-Identifier: MIT
#include "harness/util/diagnostic.hpp"

#include <fmt/format.h>

namespace dllrepro {

std::string describe(const Diagnostic& diagnostic) {
  const Location& where = diagnostic.location;
  std::string text = where.file;
  if (where.line != 0) {
    text += fmt::format(":{}:{}", where.line, where.column);
  }
  if (!text.empty()) {
    text += ": ";
  }
  text += diagnostic.message;
  if (!where.pointer.empty()) {
    text += fmt::format(" (at {})", where.pointer);
  }
  return text;
}

std::string describe(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!text.empty()) {
      text += '\n';
    }
    text += describe(diagnostic);
  }
  return text;
}

}  // namespace dllrepro

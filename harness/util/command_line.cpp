// SPDX-License-Identifier: MIT
#include "harness/util/command_line.hpp"

namespace dllrepro {

std::string quote_argument(std::string_view argument) {
  if (!argument.empty() && argument.find_first_of(" \t\n\v\"") == std::string_view::npos) {
    return std::string(argument);
  }
  std::string quoted = "\"";
  std::size_t backslashes = 0;
  for (const char letter : argument) {
    if (letter == '\\') {
      ++backslashes;
    } else {
      if (letter == '"') {
        quoted.append(backslashes + 1, '\\');
      }
      backslashes = 0;
    }
    quoted += letter;
  }
  quoted.append(backslashes, '\\');
  return quoted + '"';
}

std::string command_line(std::string_view program, const std::vector<std::string>& arguments) {
  // The program's own name is read by a simpler rule: up to the next quote, backslashes as they are. No Windows path
  // holds a quote.
  std::string line = '"' + std::string(program) + '"';
  for (const std::string& argument : arguments) {
    line += ' ' + quote_argument(argument);
  }
  return line;
}

}  // namespace dllrepro

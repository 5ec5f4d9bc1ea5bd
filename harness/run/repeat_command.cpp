// SPDX-License-Identifier: MIT
#include "harness/run/repeat_command.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/util/wine.hpp"

namespace dllrepro::run {
namespace {

bool is_plain(char c) {
  constexpr std::string_view k_plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:\\";
  return k_plain.find(c) != std::string_view::npos;
}

}  // namespace

std::string quoted(const std::string& text, Shell shell) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), is_plain);
  if (shell == Shell::Windows) {
    // A quotation mark can be in no file name and no axis value that Windows takes for one.
    return plain ? text : fmt::format("\"{}\"", text);
  }
  if (plain && text.find('\\') == std::string::npos) {
    return text;
  }
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') {
      result += R"('\'')";
    } else {
      result += c;
    }
  }
  return result + "'";
}

Shell shell_here() {
#ifdef _WIN32
  return running_under_wine() ? Shell::Posix : Shell::Windows;
#else
  return Shell::Posix;
#endif
}

std::string repeat_command(const scenario::Cell& cell, Shell shell, std::string_view options) {
  const std::string id = cell.id();
  std::string command =
      "dllrepro run " + quoted(cell.location.file.empty() ? cell.scenario : cell.location.file, shell);
  if (id != cell.scenario) {
    command += " --filter " + quoted(id, shell);
  }
  if (!options.empty()) {
    command.append(" ").append(options);
  }
  return command + " --keep";
}

}  // namespace dllrepro::run

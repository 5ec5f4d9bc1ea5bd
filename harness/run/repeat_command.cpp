// SPDX-License-Identifier: MIT
#include "harness/run/repeat_command.hpp"

#include <algorithm>

#include <fmt/format.h>

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

std::string repeat_command(const scenario::Cell& cell, Shell shell) {
  const std::string id = cell.id();
  const std::string file = cell.location.file.empty() ? cell.scenario : cell.location.file;
  if (id == cell.scenario) {
    return fmt::format("dllrepro run {} --keep", quoted(file, shell));
  }
  return fmt::format("dllrepro run {} --filter {} --keep", quoted(file, shell), quoted(id, shell));
}

}  // namespace dllrepro::run

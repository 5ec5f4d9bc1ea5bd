// SPDX-License-Identifier: MIT
#include "harness/run/python_words.hpp"

#include <algorithm>

namespace dllrepro::run {
namespace {

bool is_ascii_letter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

/// "ModuleNotFoundError: No module named 'encodings'"
bool is_of_exception(std::string_view line) {
  const std::size_t colon = line.find(": ");
  const std::string_view name = line.substr(0, std::min(colon, line.size()));
  return colon != std::string_view::npos && name.ends_with("Error") &&
         std::all_of(name.begin(), name.end(), is_ascii_letter);
}

}  // namespace

std::string words_of_python(std::string_view standard_error) {
  std::string words;
  while (!standard_error.empty()) {
    const std::size_t end = std::min(standard_error.find('\n'), standard_error.size());
    std::string_view line = standard_error.substr(0, end);
    standard_error.remove_prefix(std::min(end + 1, standard_error.size()));
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    if (line.starts_with("Fatal Python error: ") || is_of_exception(line)) {
      words += words.empty() ? "" : "; ";
      words += line;
    }
  }
  return words;
}

}  // namespace dllrepro::run

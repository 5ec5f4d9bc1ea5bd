// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

namespace dllrepro {

/// Says whether `text` fits a pattern in which * stands for any text, also none. `same(pattern, text)` compares two
/// characters and so decides on case and on what else a pattern's character may stand for.
template <typename Same>
bool matches_wildcard(std::string_view pattern, std::string_view text, const Same& same) {
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  std::size_t at = 0;
  std::size_t position = 0;
  while (position < text.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      resume = position;
    } else if (at < pattern.size() && same(pattern[at], text[position])) {
      ++at;
      ++position;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      position = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

/// The same, character for character.
inline bool matches_wildcard(std::string_view pattern, std::string_view text) {
  return matches_wildcard(pattern, text, [](char a, char b) { return a == b; });
}

}  // namespace dllrepro

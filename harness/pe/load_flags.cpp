// SPDX-License-Identifier: MIT
#include "harness/pe/load_flags.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace dllrepro::pe {

std::optional<std::uint32_t> parse_load_flag(const JsonCursor& cursor) {
  static const std::vector<std::string> s_words = [] {
    std::vector<std::string> words;
    for (const LoadFlag& flag : k_load_flags) {
      words.emplace_back(flag.word);
    }
    return words;
  }();
  const auto word = cursor.one_of(s_words);
  if (!word) {
    return std::nullopt;
  }
  return std::find_if(k_load_flags.begin(), k_load_flags.end(),
                      [&](const LoadFlag& flag) { return flag.word == *word; })
      ->value;
}

std::optional<std::uint32_t> parse_load_flags(const JsonCursor& cursor) {
  if (!cursor.json().is_array()) {
    const auto number = cursor.unsigned_number(UINT32_MAX);
    return number ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
  }
  std::uint32_t flags = 0;
  for (const JsonCursor& element : cursor.elements()) {
    flags |= parse_load_flag(element).value_or(0);
  }
  return flags;
}

}  // namespace dllrepro::pe

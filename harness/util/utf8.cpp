// SPDX-License-Identifier: MIT
#include "harness/util/utf8.hpp"

#include <fmt/format.h>

namespace dllrepro {

std::size_t utf8_sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U; };
  const auto continues = [&](std::size_t at, unsigned low = 0x80, unsigned high = 0xBF) {
    return byte(at) >= low && byte(at) <= high;
  };
  const unsigned first = byte(0);
  if (first < 0x80) {
    return text.empty() ? 0 : 1;
  }
  if (first >= 0xC2 && first <= 0xDF) {
    return continues(1) ? 2 : 0;
  }
  if (first >= 0xE0 && first <= 0xEF) {
    const bool second = continues(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF);
    return second && continues(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool second = continues(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF);
    return second && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

std::string printable(std::string_view bytes, std::string_view kept) {
  std::string text;
  while (!bytes.empty()) {
    const auto first = static_cast<unsigned char>(bytes.front());
    const bool is_control = (first < 0x20 && kept.find(bytes.front()) == std::string_view::npos) || first == 0x7F;
    const std::size_t length = is_control ? 0 : utf8_sequence_length(bytes);
    if (length == 0) {
      text += fmt::format("\\x{:02x}", first);
      bytes.remove_prefix(1);
    } else {
      text += bytes.substr(0, length);
      bytes.remove_prefix(length);
    }
  }
  return text;
}

}  // namespace dllrepro

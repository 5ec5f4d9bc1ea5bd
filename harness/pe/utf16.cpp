// SPDX-License-Identifier: MIT
#include "harness/pe/utf16.hpp"

#include <cstddef>

#include "harness/util/utf8.hpp"

namespace dllrepro::pe {

namespace {

constexpr char32_t k_replacement = 0xFFFD;

void append_utf8(std::string& text, char32_t point) {
  const auto tail = [](char32_t bits) { return static_cast<char>(0x80 | (bits & 0x3F)); };
  if (point < 0x80) {
    text.push_back(static_cast<char>(point));
  } else if (point < 0x800) {
    text.push_back(static_cast<char>(0xC0 | (point >> 6)));
    text.push_back(tail(point));
  } else if (point < 0x10000) {
    text.push_back(static_cast<char>(0xE0 | (point >> 12)));
    text.push_back(tail(point >> 6));
    text.push_back(tail(point));
  } else {
    text.push_back(static_cast<char>(0xF0 | (point >> 18)));
    text.push_back(tail(point >> 12));
    text.push_back(tail(point >> 6));
    text.push_back(tail(point));
  }
}

bool is_high_surrogate(char16_t unit) {
  return unit >= 0xD800 && unit < 0xDC00;
}
bool is_low_surrogate(char16_t unit) {
  return unit >= 0xDC00 && unit < 0xE000;
}

}  // namespace

std::string utf8_from_utf16(std::u16string_view text) {
  std::string result;
  for (std::size_t index = 0; index < text.size(); ++index) {
    const char16_t unit = text[index];
    if (is_high_surrogate(unit) && index + 1 < text.size() && is_low_surrogate(text[index + 1])) {
      ++index;
      append_utf8(result, 0x10000 + ((static_cast<char32_t>(unit) - 0xD800) << 10) + (text[index] - 0xDC00));
    } else if (is_high_surrogate(unit) || is_low_surrogate(unit)) {
      append_utf8(result, k_replacement);
    } else {
      append_utf8(result, unit);
    }
  }
  return result;
}

std::string printable(std::string_view bytes) {
  return dllrepro::printable(bytes, "\t\n\r");
}

}  // namespace dllrepro::pe

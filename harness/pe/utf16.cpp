// SPDX-License-Identifier: MIT
#include "harness/pe/utf16.hpp"

#include <cstddef>

#include <fmt/format.h>

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

/// Length of the well-formed UTF-8 sequence at the start of `bytes` (Unicode, table 3-7); 0 when there is none.
std::size_t utf8_length(std::string_view bytes) {
  const auto byte = [bytes](std::size_t index) {
    return index < bytes.size() ? static_cast<unsigned char>(bytes[index]) : static_cast<unsigned char>(0);
  };
  const unsigned char first = byte(0);
  if (first < 0x80) {
    return 1;
  }
  if (first < 0xC2 || first > 0xF4) {
    return 0;
  }
  const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  const unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < low || byte(1) > high) {
    return 0;
  }
  for (std::size_t index = 2; index < length; ++index) {
    if (byte(index) < 0x80 || byte(index) > 0xBF) {
      return 0;
    }
  }
  return length;
}

bool is_control(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return (value < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || value == 0x7F;
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
  std::string text;
  while (!bytes.empty()) {
    const std::size_t length = is_control(bytes.front()) ? 0 : utf8_length(bytes);
    if (length == 0) {
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes.front()));
      bytes.remove_prefix(1);
    } else {
      text += bytes.substr(0, length);
      bytes.remove_prefix(length);
    }
  }
  return text;
}

}  // namespace dllrepro::pe

// SPDX-License-Identifier: MIT
#include "harness/probe/line_buffer.hpp"

#include <algorithm>
#include <cstring>

namespace dllrepro::probe {

namespace {

constexpr std::uint32_t k_replacement = 0xFFFD;

bool is_high_surrogate(wchar_t unit) {
  return unit >= 0xD800 && unit < 0xDC00;
}
bool is_low_surrogate(wchar_t unit) {
  return unit >= 0xDC00 && unit < 0xE000;
}

}  // namespace

void LineBuffer::raw(std::string_view bytes) {
  const std::size_t count = std::min(bytes.size(), m_size - m_used);
  std::memcpy(m_buffer + m_used, bytes.data(), count);
  m_used += count;
}

void LineBuffer::digits(std::uint64_t value) {
  char reversed[20];
  std::size_t count = 0;
  do {
    reversed[count++] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  std::reverse(reversed, reversed + count);
  raw({reversed, count});
}

void LineBuffer::key(std::string_view key) {
  raw(",\"");
  raw(key);
  raw("\":");
}

void LineBuffer::begin(std::string_view event, double milliseconds) {
  m_used = 0;
  raw("{\"event\":\"");
  raw(event);
  raw("\",\"at\":");
  const auto thousandths = static_cast<std::uint64_t>(std::max(0.0, milliseconds) * 1e3);
  digits(thousandths / 1000);
  const std::uint64_t fraction = thousandths % 1000;
  const char point[4] = {'.', static_cast<char>('0' + fraction / 100), static_cast<char>('0' + fraction / 10 % 10),
                         static_cast<char>('0' + fraction % 10)};
  raw({point, sizeof point});
}

/// Appends one character as JSON text; says whether there was room.
bool LineBuffer::escaped(std::uint32_t code_point) {
  if (m_size - m_used < k_reserve) {
    return false;
  }
  if (code_point == '"' || code_point == '\\') {
    const char pair[2] = {'\\', static_cast<char>(code_point)};
    raw({pair, 2});
  } else if (code_point < 0x20) {
    constexpr std::string_view k_hex = "0123456789abcdef";
    const char escape[6] = {'\\', 'u', '0', '0', k_hex[code_point >> 4], k_hex[code_point & 15]};
    raw({escape, 6});
  } else if (code_point < 0x80) {
    const char byte = static_cast<char>(code_point);
    raw({&byte, 1});
  } else {
    const auto tail = [&](int shift) { return static_cast<char>(0x80 | ((code_point >> shift) & 0x3F)); };
    char bytes[4] = {};
    std::size_t count = 0;
    if (code_point < 0x800) {
      bytes[count++] = static_cast<char>(0xC0 | (code_point >> 6));
    } else if (code_point < 0x10000) {
      bytes[count++] = static_cast<char>(0xE0 | (code_point >> 12));
      bytes[count++] = tail(6);
    } else {
      bytes[count++] = static_cast<char>(0xF0 | (code_point >> 18));
      bytes[count++] = tail(12);
      bytes[count++] = tail(6);
    }
    bytes[count++] = tail(0);
    raw({bytes, count});
  }
  return true;
}

void LineBuffer::text(std::string_view name, std::string_view ascii) {
  key(name);
  raw("\"");
  // Names out of an image may hold any byte; only ASCII is taken at its word.
  std::all_of(ascii.begin(), ascii.end(), [&](char byte) {
    const auto value = static_cast<unsigned char>(byte);
    return escaped(value < 0x80 ? value : k_replacement);
  });
  raw("\"");
}

void LineBuffer::text(std::string_view name, std::wstring_view wide) {
  key(name);
  raw("\"");
  for (std::size_t at = 0; at < wide.size(); ++at) {
    std::uint32_t code_point = wide[at];
    if (is_high_surrogate(wide[at]) && at + 1 < wide.size() && is_low_surrogate(wide[at + 1])) {
      code_point = 0x10000 + ((code_point - 0xD800) << 10) + (static_cast<std::uint32_t>(wide[at + 1]) - 0xDC00);
      ++at;
    } else if (is_high_surrogate(wide[at]) || is_low_surrogate(wide[at])) {
      code_point = k_replacement;
    }
    if (!escaped(code_point)) {
      break;
    }
  }
  raw("\"");
}

void LineBuffer::number(std::string_view name, std::uint64_t value) {
  key(name);
  digits(value);
}

std::string_view LineBuffer::end() {
  raw("}\n");
  return {m_buffer, m_used};
}

}  // namespace dllrepro::probe

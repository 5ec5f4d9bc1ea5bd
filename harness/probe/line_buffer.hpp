// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace dllrepro::probe {

/// Writes one JSON object into a buffer of a fixed size, for notifications that come under the loader lock: no
/// allocation, no locale, no calls into Windows. What does not fit is cut off inside a text, never inside an escape.
class LineBuffer {
 public:
  LineBuffer(char* buffer, std::size_t size) : m_buffer(buffer), m_size(size) {}

  void begin(std::string_view event, double milliseconds);
  void text(std::string_view key, std::string_view ascii);
  void text(std::string_view key, std::wstring_view wide);
  void number(std::string_view key, std::uint64_t value);
  /// The whole line, with its newline.
  std::string_view end();

 private:
  void raw(std::string_view bytes);
  void key(std::string_view key);
  void digits(std::uint64_t value);
  bool escaped(std::uint32_t code_point);

  static constexpr std::size_t k_reserve = 128;  ///< for what follows a text that was cut off

  char* m_buffer;
  std::size_t m_size;
  std::size_t m_used = 0;
};

}  // namespace dllrepro::probe

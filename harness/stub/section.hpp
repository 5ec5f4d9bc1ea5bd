// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace dllrepro::stub {

/// The section that the composer appends, while it grows. Places in it are RVAs, since all of its contents refer to
/// each other by them. New room is zeros; equal texts are stored once.
class Section {
 public:
  explicit Section(std::uint32_t address) : m_address(address) {}

  [[nodiscard]] std::uint32_t address() const { return m_address; }
  [[nodiscard]] std::uint32_t end() const { return m_address + static_cast<std::uint32_t>(m_bytes.size()); }
  [[nodiscard]] const std::vector<std::byte>& bytes() const { return m_bytes; }

  /// Makes room for `size` bytes and returns its RVA, a multiple of `alignment`, which is a power of two.
  std::uint32_t reserve(std::size_t size, std::size_t alignment = 4) {
    m_bytes.resize((m_bytes.size() + alignment - 1) / alignment * alignment);
    const std::uint32_t place = end();
    m_bytes.resize(m_bytes.size() + size);
    return place;
  }

  template <typename T>
  void set(std::uint32_t place, const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(m_bytes.data() + (place - m_address), &value, sizeof value);
  }

  template <typename T>
  std::uint32_t put(const T& value, std::size_t alignment = 4) {
    const std::uint32_t place = reserve(sizeof value, alignment);
    set(place, value);
    return place;
  }

  template <typename T>
  std::uint32_t put_all(const T* values, std::size_t count, std::size_t alignment = 4) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::uint32_t place = reserve(count * sizeof(T), alignment);
    if (count != 0) {
      std::memcpy(m_bytes.data() + (place - m_address), values, count * sizeof(T));
    }
    return place;
  }

  /// The bytes with a 0 behind them.
  std::uint32_t put_text(std::string_view text) {
    const auto [known, is_new] = m_texts.try_emplace(std::string(text), 0);
    if (is_new) {
      known->second = put_all(known->first.c_str(), known->first.size() + 1, 1);
    }
    return known->second;
  }

  std::uint32_t put_text(const std::u16string& text) {
    const auto [known, is_new] = m_wide_texts.try_emplace(text, 0);
    if (is_new) {
      known->second = put_all(known->first.c_str(), known->first.size() + 1, 2);
    }
    return known->second;
  }

 private:
  std::uint32_t m_address;
  std::vector<std::byte> m_bytes;
  std::map<std::string, std::uint32_t> m_texts;
  std::map<std::u16string, std::uint32_t> m_wide_texts;
};

}  // namespace dllrepro::stub

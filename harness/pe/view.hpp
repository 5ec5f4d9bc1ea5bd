// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>

namespace dllrepro::pe {

/// a + b, nothing when it does not fit.
constexpr std::optional<std::uint64_t> checked_add(std::uint64_t a, std::uint64_t b) {
  if (a > std::numeric_limits<std::uint64_t>::max() - b) {
    return std::nullopt;
  }
  return a + b;
}

/// The least multiple of `alignment` (a power of two, or 0 for none) that is not below `value`.
constexpr std::uint64_t align_up(std::uint32_t value, std::uint32_t alignment) {
  const std::uint64_t mask = alignment == 0 ? 0 : std::uint64_t{alignment} - 1;
  return (std::uint64_t{value} + mask) & ~mask;
}

/// Bytes that can be touched only within their bounds. Does not own them.
class View {
 public:
  View() = default;
  explicit View(std::span<const std::byte> bytes) : m_bytes(bytes) {}

  [[nodiscard]] std::uint64_t size() const { return m_bytes.size(); }

  /// Copies a structure out, wherever it lies; nothing when it does not lie within the view as a whole.
  template <class T>
    requires std::is_trivially_copyable_v<T>
  [[nodiscard]] std::optional<T> read(std::uint64_t offset) const {
    const auto part = slice(offset, sizeof(T));
    if (!part) {
      return std::nullopt;
    }
    T value;
    std::memcpy(&value, part->m_bytes.data(), sizeof(T));
    return value;
  }

  /// The `size` bytes from `offset`, nothing when they are not all there.
  [[nodiscard]] std::optional<View> slice(std::uint64_t offset, std::uint64_t size) const {
    const auto end = checked_add(offset, size);
    if (!end || *end > m_bytes.size()) {
      return std::nullopt;
    }
    return View(m_bytes.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size)));
  }

  /// At most `most` bytes from `offset`: fewer, or none, where the view ends before.
  [[nodiscard]] View clipped(std::uint64_t offset, std::uint64_t most) const {
    if (offset >= m_bytes.size()) {
      return {};
    }
    const std::uint64_t left = m_bytes.size() - offset;
    return View(m_bytes.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(most < left ? most : left)));
  }

  /// For handing whole views on (memchr, memcpy, std::string); what comes out is exactly size() bytes.
  [[nodiscard]] std::span<const std::byte> bytes() const { return m_bytes; }

 private:
  std::span<const std::byte> m_bytes;
};

}  // namespace dllrepro::pe

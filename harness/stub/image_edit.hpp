// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "harness/pe/format.hpp"
#include "harness/pe/headers.hpp"
#include "harness/pe/image.hpp"

namespace dllrepro::stub {

/// Throws BadInput: the image has no place for what is to be changed.
[[noreturn]] void refuse(std::string message);

/// A well-formed image whose header fields and sections can be changed. Where each field lies was found once, in the
/// whole image, so that one edit does not keep the next from finding its place.
class ImageEdit {
 public:
  /// Throws BadInput when the bytes are no PE image.
  explicit ImageEdit(std::vector<std::byte> bytes);

  /// What the headers said before the first edit.
  [[nodiscard]] const pe::Image& original() const { return m_image; }
  [[nodiscard]] const pe::HeaderOffsets& offsets() const { return m_offsets; }
  [[nodiscard]] const std::vector<std::byte>& bytes() const { return m_bytes; }
  [[nodiscard]] std::vector<std::byte> take() { return std::move(m_bytes); }

  /// Overwrites a structure or a field at a file offset; the offset must lie within the file.
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void set(std::uint64_t offset, const T& value) {
    set_bytes(offset, std::as_bytes(std::span(&value, 1)));
  }

  [[nodiscard]] std::uint64_t optional_field(std::size_t offset) const { return m_offsets.optional_header + offset; }
  [[nodiscard]] std::uint64_t section_header(std::size_t index) const {
    return m_offsets.section_table + index * sizeof(pe::raw::SectionHeader);
  }
  /// Throws BadInput when the optional header has no such entry.
  void set_directory(pe::Directory which, std::uint32_t address, std::uint32_t size);

  /// The RVA that the next section gets.
  [[nodiscard]] std::uint32_t next_address() const;

  /// Adds a readable and writable section at next_address(). Throws BadInput when the section table has no room.
  void append_section(std::span<const std::byte> content);

 private:
  void set_bytes(std::uint64_t offset, std::span<const std::byte> bytes);

  std::vector<std::byte> m_bytes;
  pe::Image m_image;
  pe::HeaderOffsets m_offsets;
};

}  // namespace dllrepro::stub

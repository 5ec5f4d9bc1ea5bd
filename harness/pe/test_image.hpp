// SPDX-License-Identifier: MIT
// For the room's tests alone: a small image written byte by byte, with every directory that the reader knows, so that a
// test can break one field and knows what to expect. Nothing is shared with the reader but the layout that both follow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/pe/image.hpp"

namespace dllrepro::pe {

/// A DLL of two sections: .text at RVA 0x1000 (file 0x200) and .data at RVA 0x2000 (file 0x400), which holds all
/// tables.
class TestImage {
 public:
  explicit TestImage(bool plus = true);

  std::vector<std::byte> bytes;

  void put16(std::size_t offset, std::uint32_t value) { put(offset, value, 2); }
  void put32(std::size_t offset, std::uint64_t value) { put(offset, value, 4); }
  void put64(std::size_t offset, std::uint64_t value) { put(offset, value, 8); }
  void put_text(std::size_t offset, std::string_view text);

  /// File offset of a field of the optional header that both kinds have in the same place, by its offset in PE32+.
  [[nodiscard]] std::size_t optional(std::size_t field) const { return k_optional_header + field; }
  /// File offset of an entry of the data directories.
  [[nodiscard]] std::size_t directory(Directory which) const;
  /// File offset of a section header.
  [[nodiscard]] std::size_t section(std::size_t index) const;
  /// File offset of a place in .data.
  [[nodiscard]] static constexpr std::size_t data(std::size_t offset) { return 0x400 + offset; }

  static constexpr std::size_t k_file_header = 0x84;
  static constexpr std::size_t k_optional_header = 0x98;

  // Places within .data.
  static constexpr std::size_t k_imports = 0x000;
  static constexpr std::size_t k_import_names = 0x040;
  static constexpr std::size_t k_delay_imports = 0x110;
  static constexpr std::size_t k_exports = 0x200;
  static constexpr std::size_t k_export_functions = 0x228;
  static constexpr std::size_t k_export_names = 0x240;
  static constexpr std::size_t k_export_ordinals = 0x250;
  static constexpr std::size_t k_load_config = 0x300;
  static constexpr std::size_t k_debug = 0x3C0;
  static constexpr std::size_t k_clr = 0x460;
  static constexpr std::size_t k_resources = 0x500;
  static constexpr std::size_t k_version = 0x600;
  static constexpr std::size_t k_manifest = 0x900;

 private:
  void put(std::size_t offset, std::uint64_t value, std::size_t size);
  void put_thunk(std::size_t offset, std::uint64_t value);
  void put_directory(Directory which, std::size_t place, std::uint32_t size);
  void put_headers();
  void put_imports();
  void put_exports();
  void put_small_directories();
  void put_resources();
  void put_version();

  bool m_plus;
};

/// The anomalies of an image, one line each: "0xd0: SizeOfImage is 0". "none" where there are none.
std::string anomalies_of(const TestImage& image);

}  // namespace dllrepro::pe

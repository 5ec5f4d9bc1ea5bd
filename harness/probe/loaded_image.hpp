// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/util/windows_api.hpp"

namespace dllrepro::probe {

/// A module as it lies in memory. Everything is read inside SizeOfImage only: a corrupted stub may claim anything. No
/// function here allocates or takes a lock, so that notifications can use them.
class LoadedImage {
 public:
  explicit LoadedImage(HMODULE module);

  [[nodiscard]] bool valid() const { return m_base != nullptr; }

  /// A structure at an RVA; null when it does not lie inside the image.
  template <typename Type>
  [[nodiscard]] const Type* at(std::uint32_t rva, std::size_t count = 1) const {
    const bool inside = rva <= m_size && count <= (m_size - rva) / sizeof(Type);
    return inside ? reinterpret_cast<const Type*>(m_base + rva) : nullptr;
  }

  /// The text at an RVA, up to its zero; nothing when it runs out of the image.
  [[nodiscard]] std::optional<std::string_view> text(std::uint32_t rva) const;

  /// RVA and size of a data directory, zeros when the image has none.
  [[nodiscard]] IMAGE_DATA_DIRECTORY directory(unsigned index) const;

  enum class Export { Present, Absent, Unknown };

  /// Says whether the image exports a name, or an ordinal when `name` is null. A forwarder counts when the module that
  /// it names is resident and exports it in turn; Unknown when that module is not resident.
  [[nodiscard]] Export has_export(const char* name, std::uint16_t ordinal, int depth = 0) const;

 private:
  [[nodiscard]] const IMAGE_EXPORT_DIRECTORY* export_directory() const;
  [[nodiscard]] std::optional<std::uint32_t> index_of(const IMAGE_EXPORT_DIRECTORY& exports,
                                                      std::string_view name) const;
  [[nodiscard]] static Export resolve_forwarder(std::string_view forwarder, int depth);

  const std::uint8_t* m_base = nullptr;
  std::size_t m_size = 0;
  const IMAGE_NT_HEADERS* m_headers = nullptr;
};

}  // namespace dllrepro::probe

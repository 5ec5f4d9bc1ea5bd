// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "harness/pe/image.hpp"
#include "harness/pe/view.hpp"

namespace dllrepro::pe {

/// The file as the loader lays it out in memory: RVA -> byte.
///
///     [0, SizeOfHeaders)                       -> the file from its start
///     [address, address + size up to a page)   -> the section's raw data, zeros where it has fewer
///
/// Invariant: no read leaves the file. A section ends where the next one starts, should they overlap. An RVA that no
/// section and no header covers has no byte. Finding an RVA takes logarithmic time, so that no file can make reading
/// slow by thousands of sections.
class Mapping {
 public:
  Mapping() = default;
  /// Takes headers and sections from `image`; `file` must outlive the mapping.
  Mapping(View file, const Image& image);

  /// Where the byte at `rva` lies in the file; nothing when it is not mapped or only zeros beyond the raw data.
  [[nodiscard]] std::optional<std::uint64_t> file_offset(std::uint64_t rva) const;

  /// Fills `to` from `rva` on, across sections that adjoin; false when any byte is not mapped.
  [[nodiscard]] bool copy(std::uint64_t rva, std::span<std::byte> to) const;

  template <class T>
    requires std::is_trivially_copyable_v<T>
  [[nodiscard]] std::optional<T> read(std::uint64_t rva) const {
    T value;
    if (!copy(rva, std::as_writable_bytes(std::span(&value, 1)))) {
      return std::nullopt;
    }
    return value;
  }

  /// The text up to its NUL; nothing when there is none within `most` bytes or within the image.
  [[nodiscard]] std::optional<std::string> text(std::uint64_t rva, std::size_t most) const;

 private:
  struct Segment {
    std::uint64_t begin = 0;  // RVA
    std::uint64_t end = 0;
    View data;  // may be shorter: zeros follow
    std::uint64_t offset = 0;
    std::size_t number = 0;  // of two that begin at the same RVA, the later one in the file counts
  };
  [[nodiscard]] const Segment* find(std::uint64_t rva) const;

  std::vector<Segment> m_segments;  // by begin; no two overlap
};

}  // namespace dllrepro::pe

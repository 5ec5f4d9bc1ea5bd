// SPDX-License-Identifier: MIT
#include "harness/pe/mapping.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "harness/pe/format.hpp"

namespace dllrepro::pe {

Mapping::Mapping(View file, const Image& image) {
  m_segments.push_back({0, image.size_of_headers, file.clipped(0, image.size_of_headers), 0, 0});
  for (const Section& section : image.sections) {
    // An image whose alignment is below a page is mapped as one piece, raw offsets as they are.
    const bool paged = image.section_alignment >= raw::k_page_size;
    const std::uint32_t offset = paged ? section.raw_offset & ~(raw::k_sector_size - 1) : section.raw_offset;
    const std::uint32_t size = section.size != 0 ? section.size : section.raw_size;
    const std::uint64_t extent = paged ? align_up(size, raw::k_page_size) : size;
    const View data = file.clipped(offset, std::min<std::uint64_t>(section.raw_size, extent));
    m_segments.push_back({section.address, section.address + extent, data, offset, m_segments.size()});
  }
  std::sort(m_segments.begin(), m_segments.end(), [](const Segment& a, const Segment& b) {
    return std::pair(a.begin, a.number) < std::pair(b.begin, b.number);
  });
  for (std::size_t index = 0; index + 1 < m_segments.size(); ++index) {
    Segment& segment = m_segments[index];
    segment.end = std::min(segment.end, m_segments[index + 1].begin);
    segment.data = segment.data.clipped(0, segment.end - std::min(segment.begin, segment.end));
  }
}

const Mapping::Segment* Mapping::find(std::uint64_t rva) const {
  const auto after =
      std::upper_bound(m_segments.begin(), m_segments.end(), rva,
                       [](std::uint64_t address, const Segment& segment) { return address < segment.begin; });
  if (after == m_segments.begin() || rva >= std::prev(after)->end) {
    return nullptr;
  }
  return &*std::prev(after);
}

std::optional<std::uint64_t> Mapping::file_offset(std::uint64_t rva) const {
  const Segment* segment = find(rva);
  if (segment == nullptr || rva - segment->begin >= segment->data.size()) {
    return std::nullopt;
  }
  return segment->offset + (rva - segment->begin);
}

bool Mapping::copy(std::uint64_t rva, std::span<std::byte> to) const {
  while (!to.empty()) {
    const Segment* segment = find(rva);
    if (segment == nullptr) {
      return false;
    }
    const std::uint64_t within = rva - segment->begin;
    const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(to.size(), segment->end - rva));
    const std::span<const std::byte> data = segment->data.clipped(within, length).bytes();
    if (!data.empty()) {
      std::memcpy(to.data(), data.data(), data.size());
    }
    std::fill(to.begin() + static_cast<std::ptrdiff_t>(data.size()), to.begin() + static_cast<std::ptrdiff_t>(length),
              std::byte{0});
    to = to.subspan(length);
    rva += length;
  }
  return true;
}

std::optional<std::string> Mapping::text(std::uint64_t rva, std::size_t most) const {
  std::string text;
  while (text.size() <= most) {
    const Segment* segment = find(rva);
    if (segment == nullptr) {
      return std::nullopt;
    }
    const auto data = segment->data.clipped(rva - segment->begin, most + 1 - text.size()).bytes();
    const auto nul = std::find(data.begin(), data.end(), std::byte{0});
    for (auto byte = data.begin(); byte != nul; ++byte) {
      text.push_back(static_cast<char>(*byte));
    }
    rva += data.size();
    // Where the raw data ends before the section does, zeros follow.
    if (nul != data.end() || (rva < segment->end && text.size() <= most)) {
      return text;
    }
  }
  return std::nullopt;
}

}  // namespace dllrepro::pe

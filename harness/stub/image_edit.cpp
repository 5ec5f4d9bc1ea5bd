// SPDX-License-Identifier: MIT
#include "harness/stub/image_edit.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "harness/pe/reader.hpp"
#include "harness/util/error.hpp"

namespace dllrepro::stub {

namespace raw = pe::raw;

void refuse(std::string message) {
  throw BadInput({{{}, "can't corrupt the image: " + std::move(message)}});
}

ImageEdit::ImageEdit(std::vector<std::byte> bytes) : m_bytes(std::move(bytes)), m_image(pe::read(m_bytes, "stub")) {
  pe::Image ignored;
  m_offsets = std::get<pe::HeaderOffsets>(pe::read_headers(pe::View(m_bytes), ignored));
}

void ImageEdit::set_bytes(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (offset > m_bytes.size() || m_bytes.size() - offset < bytes.size()) {
    refuse(fmt::format("offset {:#x} is past its end", offset));
  }
  std::copy(bytes.begin(), bytes.end(), m_bytes.begin() + static_cast<std::ptrdiff_t>(offset));
}

void ImageEdit::set_directory(pe::Directory which, std::uint32_t address, std::uint32_t size) {
  const std::uint64_t offset = m_offsets.directories + static_cast<std::uint64_t>(which) * sizeof(raw::DataDirectory);
  if (offset + sizeof(raw::DataDirectory) > m_offsets.section_table) {
    refuse(fmt::format("its optional header has no data directory {}", static_cast<std::size_t>(which)));
  }
  set(offset, raw::DataDirectory{address, size});
}

std::uint32_t ImageEdit::next_address() const {
  std::uint64_t end = pe::align_up(m_image.size_of_headers, m_image.section_alignment);
  for (const pe::Section& section : m_image.sections) {
    end = std::max(end,
                   section.address + pe::align_up(std::max(section.size, section.raw_size), m_image.section_alignment));
  }
  return static_cast<std::uint32_t>(end);
}

void ImageEdit::append_section(std::span<const std::byte> content) {
  const std::size_t count = m_image.sections.size();
  if (section_header(count + 1) > m_image.size_of_headers) {
    refuse(fmt::format("its headers have no room for section {}", count + 1));
  }
  const auto raw_size =
      static_cast<std::uint32_t>(pe::align_up(static_cast<std::uint32_t>(content.size()), m_image.file_alignment));
  const auto raw_offset =
      static_cast<std::uint32_t>(pe::align_up(static_cast<std::uint32_t>(m_bytes.size()), m_image.file_alignment));
  raw::SectionHeader header{};
  std::memcpy(header.name, ".broken", 7);
  header.virtual_size = static_cast<std::uint32_t>(content.size());
  header.virtual_address = next_address();
  header.size_of_raw_data = raw_size;
  header.pointer_to_raw_data = raw_offset;
  header.characteristics = pe::k_section_initialized_data | pe::k_section_read | pe::k_section_write;

  m_bytes.resize(raw_offset);
  m_bytes.insert(m_bytes.end(), content.begin(), content.end());
  m_bytes.resize(std::size_t{raw_offset} + raw_size);
  set(section_header(count), header);
  set(m_offsets.file_header + offsetof(raw::FileHeader, number_of_sections), static_cast<std::uint16_t>(count + 1));
  const std::uint64_t end = header.virtual_address + pe::align_up(header.virtual_size, m_image.section_alignment);
  set(optional_field(offsetof(raw::OptionalHeader64, size_of_image)), static_cast<std::uint32_t>(end));
}

}  // namespace dllrepro::stub

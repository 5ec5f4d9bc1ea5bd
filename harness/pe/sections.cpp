// SPDX-License-Identifier: MIT
#include "harness/pe/sections.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "harness/pe/context.hpp"
#include "harness/pe/format.hpp"

namespace dllrepro::pe {

namespace {

std::uint32_t size_in_memory(const Section& section) {
  return section.size != 0 ? section.size : section.raw_size;
}

Section from_header(const raw::SectionHeader& header) {
  const char* const end = std::find(std::begin(header.name), std::end(header.name), '\0');
  return {std::string(std::begin(header.name), end),
          header.virtual_address,
          header.virtual_size,
          header.pointer_to_raw_data,
          header.size_of_raw_data,
          header.characteristics};
}

void check_raw_data(const Section& section, std::size_t number, std::uint64_t offset, Image& image) {
  const std::uint64_t end = std::uint64_t{section.raw_offset} + section.raw_size;
  if (section.raw_size != 0 && end > image.file_size) {
    add_anomaly(image, offset + offsetof(raw::SectionHeader, size_of_raw_data),
                fmt::format("section {} ends at {:#x}, past the end of the file", number, end));
  }
  if (section.raw_size != 0 && section.raw_offset % raw::k_sector_size != 0 &&
      image.section_alignment >= raw::k_page_size) {
    add_anomaly(image, offset + offsetof(raw::SectionHeader, pointer_to_raw_data),
                fmt::format("section {} starts at {:#x} in the file, not at a multiple of {:#x}", number,
                            section.raw_offset, raw::k_sector_size));
  }
}

/// Sections must follow each other in memory without overlap or gap.
void check_address(const Section& section, std::size_t number, std::uint64_t next, std::uint64_t offset, Image& image) {
  const std::uint64_t field = offset + offsetof(raw::SectionHeader, virtual_address);
  if (section.address < next) {
    add_anomaly(image, field,
                fmt::format("section {} at RVA {:#x} overlaps what goes before it, which ends at {:#x}", number,
                            section.address, next));
  } else if (section.address > next) {
    add_anomaly(image, field,
                fmt::format("section {} at RVA {:#x} leaves a gap: what goes before it ends at {:#x}", number,
                            section.address, next));
  }
}

void check_whole(const HeaderOffsets& offsets, std::uint64_t end, Image& image) {
  if (image.size_of_image != 0 && image.size_of_image < end) {
    add_anomaly(image, offsets.optional_header + offsetof(raw::OptionalHeader64, size_of_image),
                fmt::format("SizeOfImage {:#x} is below the end of the last section, {:#x}", image.size_of_image, end));
  }
  const Section* entry = section_at(image, image.entry_point);
  if (image.entry_point != 0 && image.entry_point < image.size_of_image &&
      (entry == nullptr || (entry->characteristics & k_section_execute) == 0)) {
    add_anomaly(image, offsets.optional_header + offsetof(raw::OptionalHeader64, address_of_entry_point),
                fmt::format("entry point {:#x} lies in no executable section", image.entry_point));
  }
}

}  // namespace

void read_sections(View file, const HeaderOffsets& offsets, Image& image) {
  if (offsets.section_count == 0) {
    add_anomaly(image, offsets.file_header + offsetof(raw::FileHeader, number_of_sections), "no sections");
  }
  std::uint64_t next = align_up(image.size_of_headers, image.section_alignment);
  std::uint64_t raw_end = image.size_of_headers;
  for (std::uint16_t index = 0; index < offsets.section_count; ++index) {
    const std::uint64_t offset = offsets.section_table + std::uint64_t{index} * sizeof(raw::SectionHeader);
    const auto header = file.read<raw::SectionHeader>(offset);
    if (!header) {
      add_anomaly(image, offset,
                  fmt::format("the section table is cut: {} of {} sections", index, offsets.section_count));
      break;
    }
    const Section section = from_header(*header);
    check_raw_data(section, index + 1U, offset, image);
    check_address(section, index + 1U, next, offset, image);
    next = std::max(next, section.address + align_up(size_in_memory(section), image.section_alignment));
    if (section.raw_size != 0) {
      raw_end = std::max(raw_end, std::uint64_t{section.raw_offset} + section.raw_size);
    }
    image.sections.push_back(section);
  }
  image.overlay_size = file.size() - std::min(file.size(), raw_end);
  check_whole(offsets, next, image);
}

const Section* section_at(const Image& image, std::uint32_t rva) {
  const auto found = std::find_if(image.sections.begin(), image.sections.end(), [rva](const Section& section) {
    return rva >= section.address && rva - section.address < size_in_memory(section);
  });
  return found == image.sections.end() ? nullptr : &*found;
}

}  // namespace dllrepro::pe

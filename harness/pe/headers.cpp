// SPDX-License-Identifier: MIT
#include "harness/pe/headers.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "harness/pe/context.hpp"
#include "harness/pe/format.hpp"

namespace dllrepro::pe {

namespace {

/// What a file that is no image probably is: what failed downloads and checkouts leave in a DLL's place.
std::string_view guess(View file) {
  const View start = file.clipped(0, 64);
  const std::string_view text(reinterpret_cast<const char*>(start.bytes().data()), start.bytes().size());
  if (text.starts_with("PK\x03\x04")) {
    return " (a zip archive)";
  }
  if (text.starts_with("\x7F"
                       "ELF")) {
    return " (an ELF image)";
  }
  if (text.starts_with("version https://git-lfs")) {
    return " (a Git LFS pointer)";
  }
  if (text.starts_with("<")) {
    return " (HTML or XML)";
  }
  if (std::all_of(text.begin(), text.end(), [](char byte) { return byte == 0; })) {
    return " (zeros)";
  }
  return "";
}

std::variant<HeaderOffsets, Fault> find_headers(View file) {
  if (file.size() == 0) {
    return Fault{0, "the file is empty"};
  }
  if (file.read<std::uint16_t>(0) != raw::k_dos_magic) {
    return Fault{0, fmt::format("no MZ at the start{}", guess(file))};
  }
  const auto signature_offset = file.read<std::uint32_t>(raw::k_new_header_field);
  if (!signature_offset) {
    return Fault{0, fmt::format("the DOS header is cut: the file has {} bytes", file.size())};
  }
  const auto signature = file.read<std::uint32_t>(*signature_offset);
  if (!signature) {
    return Fault{raw::k_new_header_field,
                 fmt::format("e_lfanew is {:#x}, past the end of the file", *signature_offset)};
  }
  if (*signature != raw::k_pe_signature) {
    const std::string_view sixteen_bit = (*signature & 0xFFFF) == 0x454E ? " (NE: a 16-bit image)" : "";
    return Fault{*signature_offset, fmt::format("no PE signature: {:#010x}{}", *signature, sixteen_bit)};
  }
  HeaderOffsets offsets;
  offsets.pe_signature = *signature_offset;
  offsets.file_header = offsets.pe_signature + sizeof(std::uint32_t);
  offsets.optional_header = offsets.file_header + sizeof(raw::FileHeader);
  return offsets;
}

template <class OptionalHeader>
void take_optional_header(const OptionalHeader& header, Image& image) {
  image.entry_point = header.address_of_entry_point;
  image.image_base = header.image_base;
  image.section_alignment = header.section_alignment;
  image.file_alignment = header.file_alignment;
  image.size_of_image = header.size_of_image;
  image.size_of_headers = header.size_of_headers;
  image.checksum = header.checksum;
  image.subsystem = header.subsystem;
  image.dll_characteristics = header.dll_characteristics;
}

/// Reads what the header has of the 16 directories, as far as they lie before the section table.
void read_directories(View file, const HeaderOffsets& offsets, std::uint32_t count, Image& image) {
  const std::uint64_t count_field = offsets.directories - sizeof(std::uint32_t);
  const std::uint64_t room = (offsets.section_table - offsets.directories) / sizeof(raw::DataDirectory);
  if (count > raw::k_directory_count) {
    add_anomaly(image, count_field, fmt::format("{} data directories; 16 are known", count));
  }
  if (std::min(count, raw::k_directory_count) > room) {
    add_anomaly(
        image, count_field,
        fmt::format("{} data directories do not fit into the optional header, which has room for {}", count, room));
  }
  const std::uint64_t usable = std::min<std::uint64_t>({count, raw::k_directory_count, room});
  for (std::uint64_t index = 0; index < usable; ++index) {
    const std::uint64_t offset = offsets.directories + index * sizeof(raw::DataDirectory);
    const auto directory = file.read<raw::DataDirectory>(offset);
    if (!directory) {
      add_anomaly(image, offset, "the data directories are cut");
      return;
    }
    image.directories[static_cast<std::size_t>(index)] = {directory->virtual_address, directory->size};
  }
}

void check(const HeaderOffsets& offsets, Image& image) {
  const std::uint64_t optional = offsets.optional_header;
  const bool wide = image.machine == Machine::X64 || image.machine == Machine::Arm64;
  const bool narrow = image.machine == Machine::X86 || image.machine == Machine::Arm;
  if ((wide && !image.is_pe32_plus()) || (narrow && image.is_pe32_plus())) {
    add_anomaly(image, offsets.file_header,
                fmt::format("machine {:#x} does not go with optional-header magic {:#x}",
                            static_cast<unsigned>(image.machine), image.magic));
  }
  if (!std::has_single_bit(image.section_alignment) || !std::has_single_bit(image.file_alignment)) {
    add_anomaly(image, optional + offsetof(raw::OptionalHeader64, section_alignment),
                fmt::format("alignment of sections {:#x}, in the file {:#x}: not powers of two",
                            image.section_alignment, image.file_alignment));
  } else if (image.section_alignment < image.file_alignment) {
    add_anomaly(image, optional + offsetof(raw::OptionalHeader64, section_alignment),
                fmt::format("section alignment {:#x} is below file alignment {:#x}", image.section_alignment,
                            image.file_alignment));
  }
  if (image.size_of_image == 0) {
    add_anomaly(image, optional + offsetof(raw::OptionalHeader64, size_of_image), "SizeOfImage is 0");
  }
  if (image.size_of_headers > image.file_size) {
    add_anomaly(image, optional + offsetof(raw::OptionalHeader64, size_of_headers),
                fmt::format("SizeOfHeaders {:#x} is past the end of the file", image.size_of_headers));
  }
  if (image.entry_point != 0 && image.entry_point >= image.size_of_image) {
    add_anomaly(image, optional + offsetof(raw::OptionalHeader64, address_of_entry_point),
                fmt::format("entry point {:#x} lies outside the image", image.entry_point));
  }
}

/// Reads the optional header of one of the two kinds and the directories behind it.
template <class OptionalHeader>
std::optional<Fault> read_optional_header(View file, std::uint16_t size, HeaderOffsets& offsets, Image& image) {
  const auto header = file.read<OptionalHeader>(offsets.optional_header);
  if (!header) {
    return Fault{offsets.optional_header, "the optional header is cut"};
  }
  if (size < sizeof(OptionalHeader)) {
    return Fault{offsets.file_header + offsetof(raw::FileHeader, size_of_optional_header),
                 fmt::format("SizeOfOptionalHeader is {}, at least {} are needed", size, sizeof(OptionalHeader))};
  }
  take_optional_header(*header, image);
  offsets.directories = offsets.optional_header + sizeof(OptionalHeader);
  offsets.section_table = offsets.optional_header + size;
  read_directories(file, offsets, header->number_of_rva_and_sizes, image);
  return std::nullopt;
}

}  // namespace

std::variant<HeaderOffsets, Fault> read_headers(View file, Image& image) {
  image.file_size = file.size();
  auto found = find_headers(file);
  if (std::holds_alternative<Fault>(found)) {
    return found;
  }
  auto& offsets = std::get<HeaderOffsets>(found);
  const auto header = file.read<raw::FileHeader>(offsets.file_header);
  const auto magic = file.read<std::uint16_t>(offsets.optional_header);
  if (!header || !magic) {
    return Fault{offsets.file_header, "the file header is cut"};
  }
  image.machine = static_cast<Machine>(header->machine);
  image.characteristics = header->characteristics;
  image.timestamp = header->time_date_stamp;
  image.magic = *magic;
  offsets.section_count = header->number_of_sections;

  std::optional<Fault> fault;
  if (*magic == raw::k_magic_pe32) {
    fault = read_optional_header<raw::OptionalHeader32>(file, header->size_of_optional_header, offsets, image);
  } else if (*magic == raw::k_magic_pe32_plus) {
    fault = read_optional_header<raw::OptionalHeader64>(file, header->size_of_optional_header, offsets, image);
  } else {
    fault = Fault{offsets.optional_header, fmt::format("unknown optional-header magic {:#x}", *magic)};
  }
  if (fault) {
    return *fault;
  }
  check(offsets, image);
  return offsets;
}

}  // namespace dllrepro::pe

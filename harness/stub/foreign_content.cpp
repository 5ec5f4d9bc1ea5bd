// SPDX-License-Identifier: MIT
#include "harness/stub/foreign_content.hpp"

#include <cstdint>
#include <cstring>
#include <span>

#include "harness/pe/format.hpp"
#include "harness/pe/image.hpp"

namespace dllrepro::stub {

namespace {

namespace raw = pe::raw;

constexpr std::string_view k_text = "This is a text file, not a DLL.\r\n";

constexpr std::string_view k_html =
    "<!DOCTYPE html>\n<html>\n<head><title>404 Not Found</title></head>\n"
    "<body><h1>Not Found</h1><p>The requested file was not found on this server.</p></body>\n</html>\n";

constexpr std::string_view k_git_lfs =
    "version https://git-lfs.github.com/spec/v1\n"
    "oid sha256:0000000000000000000000000000000000000000000000000000000000000000\nsize 1048576\n";

/// An archive with one stored file, readme.txt: "hello\n".
constexpr unsigned char k_zip[] = {
    0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x21, 0x00, 0x20, 0x30, 0x3a, 0x36,
    0x06, 0x00, 0x00, 0x00, 0x06, 0x00, 0x00, 0x00, 0x0a, 0x00, 0x00, 0x00, 0x72, 0x65, 0x61, 0x64, 0x6d, 0x65,
    0x2e, 0x74, 0x78, 0x74, 0x68, 0x65, 0x6c, 0x6c, 0x6f, 0x0a, 0x50, 0x4b, 0x01, 0x02, 0x14, 0x03, 0x14, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x21, 0x00, 0x20, 0x30, 0x3a, 0x36, 0x06, 0x00, 0x00, 0x00, 0x06, 0x00,
    0x00, 0x00, 0x0a, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x01, 0x00, 0x00,
    0x00, 0x00, 0x72, 0x65, 0x61, 0x64, 0x6d, 0x65, 0x2e, 0x74, 0x78, 0x74, 0x50, 0x4b, 0x05, 0x06, 0x00, 0x00,
    0x00, 0x00, 0x01, 0x00, 0x01, 0x00, 0x38, 0x00, 0x00, 0x00, 0x2e, 0x00, 0x00, 0x00, 0x00, 0x00};

template <class Range>
std::vector<std::byte> bytes_of(const Range& range) {
  const auto bytes = std::as_bytes(std::span(range));
  return {bytes.begin(), bytes.end()};
}

template <class T>
void put(std::vector<std::byte>& bytes, std::size_t offset, const T& value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}

raw::OptionalHeader32 net_optional_header() {
  raw::OptionalHeader32 header{};
  header.magic = raw::k_magic_pe32;
  header.major_linker_version = 48;  // what the C# compiler writes
  header.size_of_initialized_data = 0x200;
  header.image_base = 0x10000000;
  header.section_alignment = raw::k_page_size;
  header.file_alignment = raw::k_sector_size;
  header.major_operating_system_version = 4;
  header.major_subsystem_version = 4;
  header.size_of_image = 2 * raw::k_page_size;
  header.size_of_headers = raw::k_sector_size;
  header.subsystem = 3;
  header.dll_characteristics = pe::k_dynamic_base | pe::k_nx_compat;
  header.size_of_stack_reserve = 0x100000;
  header.size_of_stack_commit = 0x1000;
  header.size_of_heap_reserve = 0x100000;
  header.size_of_heap_commit = 0x1000;
  header.number_of_rva_and_sizes = raw::k_directory_count;
  return header;
}

/// IMAGE_COR20_HEADER as a whole: 72 bytes, of which the rest are empty directories.
struct NetHeader {
  raw::ClrHeader start;
  raw::DataDirectory others[6];
};
static_assert(sizeof(NetHeader) == 72);

/// The root of the metadata (ECMA-335 II.24.2.1) without streams.
struct MetadataRoot {
  std::uint32_t signature;
  std::uint16_t major_version;
  std::uint16_t minor_version;
  std::uint32_t reserved;
  std::uint32_t version_length;
  char version[12];
  std::uint16_t flags;
  std::uint16_t streams;
};
static_assert(sizeof(MetadataRoot) == 32);

}  // namespace

std::vector<std::byte> foreign_content(std::string_view word) {
  if (word == "html") {
    return bytes_of(k_html);
  }
  if (word == "git-lfs") {
    return bytes_of(k_git_lfs);
  }
  return word == "zip" ? bytes_of(k_zip) : bytes_of(k_text);
}

std::vector<std::byte> net_only_image() {
  constexpr std::uint32_t signature_offset = 0x80;
  constexpr std::uint32_t section_offset = raw::k_sector_size;
  constexpr std::uint32_t section_rva = raw::k_page_size;
  std::vector<std::byte> bytes(2 * raw::k_sector_size);
  put(bytes, 0, raw::k_dos_magic);
  put(bytes, raw::k_new_header_field, signature_offset);
  put(bytes, signature_offset, raw::k_pe_signature);
  std::size_t offset = signature_offset + sizeof raw::k_pe_signature;

  const std::uint16_t size_of_optional_header =
      sizeof(raw::OptionalHeader32) + raw::k_directory_count * sizeof(raw::DataDirectory);
  put(bytes, offset,
      raw::FileHeader{static_cast<std::uint16_t>(pe::Machine::X86), 1, 0, 0, 0, size_of_optional_header,
                      pe::k_executable_image | pe::k_dll | 0x0020});  // large addresses
  offset += sizeof(raw::FileHeader);
  put(bytes, offset, net_optional_header());
  put(bytes,
      offset + sizeof(raw::OptionalHeader32) +
          static_cast<std::size_t>(pe::Directory::Clr) * sizeof(raw::DataDirectory),
      raw::DataDirectory{section_rva, sizeof(NetHeader)});
  raw::SectionHeader section{};
  std::memcpy(section.name, ".rdata", 6);
  section.virtual_size = sizeof(NetHeader) + sizeof(MetadataRoot);
  section.virtual_address = section_rva;
  section.size_of_raw_data = raw::k_sector_size;
  section.pointer_to_raw_data = section_offset;
  section.characteristics = pe::k_section_initialized_data | pe::k_section_read;
  put(bytes, offset + size_of_optional_header, section);

  NetHeader header{};
  header.start = {sizeof(NetHeader), 2, 5, {section_rva + sizeof(NetHeader), sizeof(MetadataRoot)}, 1, 0};
  put(bytes, section_offset, header);
  put(bytes, section_offset + sizeof header,
      MetadataRoot{0x424A5342, 1, 1, 0, 12, {'v', '4', '.', '0', '.', '3', '0', '3', '1', '9'}, 0, 0});
  return bytes;
}

}  // namespace dllrepro::stub

// SPDX-License-Identifier: MIT
#include "harness/stub/template.hpp"

#include <cstring>
#include <string>

#include <fmt/format.h>

#include "harness/util/error.hpp"

namespace dllrepro::embedded {
extern const std::span<const unsigned char> stub_template_x64;
extern const std::span<const unsigned char> stub_template_x86;
extern const std::span<const unsigned char> stub_template_arm64;
}  // namespace dllrepro::embedded

namespace dllrepro::stub {

namespace {

namespace raw = pe::raw;

template <typename T>
T read(std::span<const unsigned char> bytes, std::size_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) {
    throw Error(fmt::format("the stub template built into this program ends before offset {:#x}", offset));
  }
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

/// Returns the file offset of an RVA that lies in a section's raw data.
std::size_t offset_of(const Template& parsed, std::uint32_t address) {
  for (std::size_t index = 0; index < parsed.section_count; ++index) {
    const auto header =
        read<raw::SectionHeader>(parsed.bytes, parsed.section_headers + index * sizeof(raw::SectionHeader));
    if (address >= header.virtual_address && address - header.virtual_address < header.size_of_raw_data) {
      return header.pointer_to_raw_data + (address - header.virtual_address);
    }
  }
  throw Error(fmt::format("the stub template built into this program has no bytes for RVA {:#x}", address));
}

raw::DataDirectory directory(const Template& parsed, std::size_t index) {
  return read<raw::DataDirectory>(parsed.bytes, parsed.directories + index * sizeof(raw::DataDirectory));
}

template <typename OptionalHeader>
void read_optional_header(Template& parsed) {
  const auto header = read<OptionalHeader>(parsed.bytes, parsed.optional_header);
  parsed.directories = parsed.optional_header + sizeof header;
  parsed.file_alignment = header.file_alignment;
  parsed.section_alignment = header.section_alignment;
  parsed.size_of_headers = header.size_of_headers;
  parsed.next_address = header.size_of_image;
}

void read_exports(Template& parsed) {
  const auto exports =
      read<raw::ExportDirectory>(parsed.bytes, offset_of(parsed, directory(parsed, 0).virtual_address));
  const std::size_t addresses = offset_of(parsed, exports.address_of_functions);
  // lld counts from ordinal 0 up to release 15 whatever the lowest is.
  if (exports.ordinal_base > STUB_CONFIGURATION_ORDINAL ||
      exports.ordinal_base + exports.number_of_functions != STUB_FIRST_ENTRY_ORDINAL + STUB_ENTRY_COUNT) {
    throw Error(fmt::format("the stub template built into this program exports {} functions from ordinal {}",
                            exports.number_of_functions, exports.ordinal_base));
  }
  const auto address_of = [&](std::size_t ordinal) {
    return read<std::uint32_t>(parsed.bytes, addresses + (ordinal - exports.ordinal_base) * sizeof(std::uint32_t));
  };
  parsed.configuration_word = offset_of(parsed, address_of(STUB_CONFIGURATION_ORDINAL));
  for (std::size_t index = 0; index < parsed.entries.size(); ++index) {
    parsed.entries[index] = address_of(STUB_FIRST_ENTRY_ORDINAL + index);
  }
}

void read_imports(Template& parsed) {
  std::size_t offset = offset_of(parsed, directory(parsed, 1).virtual_address);
  for (;; offset += sizeof(raw::ImportDescriptor)) {
    const auto descriptor = read<raw::ImportDescriptor>(parsed.bytes, offset);
    if (descriptor.name == 0) {
      return;
    }
    parsed.imports.push_back(descriptor);
  }
}

Template parse(std::span<const unsigned char> bytes) {
  Template parsed;
  parsed.bytes = bytes;
  parsed.file_header = read<std::uint32_t>(bytes, raw::k_new_header_field) + sizeof(std::uint32_t);
  parsed.optional_header = parsed.file_header + sizeof(raw::FileHeader);
  const auto file_header = read<raw::FileHeader>(bytes, parsed.file_header);
  parsed.section_count = file_header.number_of_sections;
  parsed.section_headers = parsed.optional_header + file_header.size_of_optional_header;
  parsed.is_64_bit = read<std::uint16_t>(bytes, parsed.optional_header) == raw::k_magic_pe32_plus;
  if (parsed.is_64_bit) {
    read_optional_header<raw::OptionalHeader64>(parsed);
  } else {
    read_optional_header<raw::OptionalHeader32>(parsed);
  }
  const std::size_t headers_end =
      parsed.section_headers + (parsed.section_count + std::size_t{1}) * sizeof(raw::SectionHeader);
  if (headers_end > parsed.size_of_headers || bytes.size() % parsed.file_alignment != 0) {
    throw Error("the stub template built into this program has no room for one more section");
  }
  read_exports(parsed);
  read_imports(parsed);
  return parsed;
}

}  // namespace

const Template& template_for(std::string_view machine) {
  static const Template x64 = parse(embedded::stub_template_x64);
  static const Template x86 = parse(embedded::stub_template_x86);
  static const Template arm64 = parse(embedded::stub_template_arm64);
  if (machine == "x64") {
    return x64;
  }
  if (machine == "x86") {
    return x86;
  }
  if (machine == "arm64") {
    return arm64;
  }
  throw Error(fmt::format("no stub template for machine \"{}\"", machine));
}

}  // namespace dllrepro::stub

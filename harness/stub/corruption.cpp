// SPDX-License-Identifier: MIT
#include "harness/stub/corruption.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "harness/pe/format.hpp"
#include "harness/pe/mapping.hpp"
#include "harness/stub/foreign_content.hpp"
#include "harness/stub/image_edit.hpp"
#include "harness/util/error.hpp"

namespace dllrepro::stub {

namespace {

namespace raw = pe::raw;
using Bytes = std::vector<std::byte>;

template <class T>
void set_optional(ImageEdit& edit, std::size_t field, T value) {
  edit.set(edit.optional_field(field), value);
}

void wrong_machine(ImageEdit& edit, const Corruption& corruption) {
  // The other bitness with the native magic, unless a machine is asked for.
  const pe::Machine other = edit.original().is_pe32_plus() ? pe::Machine::X86 : pe::Machine::X64;
  const std::uint64_t machine = corruption.has_number ? corruption.number : static_cast<std::uint64_t>(other);
  if (machine == static_cast<std::uint64_t>(edit.original().machine)) {
    refuse(fmt::format("its machine is {:#x} already", machine));
  }
  edit.set(edit.offsets().file_header + offsetof(raw::FileHeader, machine), static_cast<std::uint16_t>(machine));
}

void clear_dll_characteristic(ImageEdit& edit, std::uint16_t bits) {
  set_optional(edit, offsetof(raw::OptionalHeader64, dll_characteristics),
               static_cast<std::uint16_t>(edit.original().dll_characteristics & ~bits));
}

void no_relocations(ImageEdit& edit, const Corruption& /*corruption*/) {
  edit.set_directory(pe::Directory::Relocation, 0, 0);
  edit.set(edit.offsets().file_header + offsetof(raw::FileHeader, characteristics),
           static_cast<std::uint16_t>(edit.original().characteristics | pe::k_relocations_stripped));
  clear_dll_characteristic(edit, pe::k_dynamic_base | pe::k_high_entropy_va);
}

void section_past_end(ImageEdit& edit, const Corruption& /*corruption*/) {
  if (edit.original().sections.empty()) {
    refuse("it has no section");
  }
  const auto end = static_cast<std::uint32_t>(
      pe::align_up(static_cast<std::uint32_t>(edit.bytes().size()), edit.original().file_alignment));
  edit.set(edit.section_header(edit.original().sections.size() - 1) + offsetof(raw::SectionHeader, pointer_to_raw_data),
           end);
}

/// The first section reaches one page into the second. Contents stay where they are: under Wine, which does not look,
/// such a DLL works, and nothing runs that was not meant to.
void overlapping_sections(ImageEdit& edit, const Corruption& /*corruption*/) {
  const std::vector<pe::Section>& sections = edit.original().sections;
  if (sections.size() < 2) {
    refuse("it has no two sections");
  }
  const std::uint32_t size = sections[1].address - sections[0].address + edit.original().section_alignment;
  edit.set(edit.section_header(0) + offsetof(raw::SectionHeader, virtual_size), size);
}

/// Moves the import directory into a section of its own, with one more descriptor at its end.
void absent_import(ImageEdit& edit, const Corruption& /*corruption*/) {
  const pe::Mapping memory(pe::View(edit.bytes()), edit.original());
  std::vector<raw::ImportDescriptor> descriptors;
  for (std::size_t index = 0; index < edit.original().imports.size(); ++index) {
    const std::uint64_t rva =
        edit.original().directory(pe::Directory::Import).address + index * sizeof(raw::ImportDescriptor);
    descriptors.push_back(memory.read<raw::ImportDescriptor>(rva).value());
  }
  const std::uint32_t base = edit.next_address();
  const auto tables = static_cast<std::uint32_t>(pe::align_up(
      static_cast<std::uint32_t>((descriptors.size() + 2) * sizeof(raw::ImportDescriptor)), sizeof(std::uint64_t)));
  // Name table and address table, each of one entry and the zero that ends it: 8 bytes an entry do for PE32 as well,
  // which takes the upper half of the first for that zero.
  const std::uint32_t names = tables;
  const std::uint32_t addresses = names + 16;
  const std::uint32_t symbol = addresses + 16;
  constexpr std::string_view symbol_name = "dllrepro_absent_symbol";
  constexpr std::string_view module_name = "kernel32.dll";
  const std::uint32_t module = symbol + 2 + static_cast<std::uint32_t>(symbol_name.size()) + 1;
  descriptors.push_back({base + names, 0, 0, base + module, base + addresses});
  descriptors.push_back({});

  Bytes content(module + module_name.size() + 1);
  std::memcpy(content.data(), descriptors.data(), descriptors.size() * sizeof(raw::ImportDescriptor));
  const std::uint64_t thunk = base + symbol;
  std::memcpy(content.data() + names, &thunk, sizeof thunk);
  std::memcpy(content.data() + addresses, &thunk, sizeof thunk);
  std::memcpy(content.data() + symbol + 2, symbol_name.data(), symbol_name.size());
  std::memcpy(content.data() + module, module_name.data(), module_name.size());
  edit.append_section(content);
  edit.set_directory(pe::Directory::Import, base,
                     static_cast<std::uint32_t>(descriptors.size() * sizeof(raw::ImportDescriptor)));
}

void set_file_header(ImageEdit& edit, std::size_t field, std::uint16_t value) {
  edit.set(edit.offsets().file_header + field, value);
}

/// What is done to an image that stays an image; the words are those of corruptions().
struct NamedCorruption {
  std::string_view word;
  void (*apply)(ImageEdit& edit, const Corruption& corruption);
};

constexpr NamedCorruption k_corruptions[] = {
    {"no-mz", [](ImageEdit& edit, const Corruption&) { edit.set(0, std::uint16_t{0x4D5A}); }},
    {"wild-e-lfanew",
     [](ImageEdit& edit, const Corruption&) { edit.set(raw::k_new_header_field, std::uint32_t{0x98760000}); }},
    {"no-pe",
     [](ImageEdit& edit, const Corruption&) { edit.set(edit.offsets().pe_signature, std::uint32_t{0xdeadbeef}); }},
    {"ne", [](ImageEdit& edit, const Corruption&) { edit.set(edit.offsets().pe_signature, std::uint32_t{0x454E}); }},
    {"bad-magic",
     [](ImageEdit& edit, const Corruption&) { edit.set(edit.offsets().optional_header, std::uint16_t{0xdead}); }},
    {"wrong-machine", wrong_machine},
    {"no-optional-header",
     [](ImageEdit& edit, const Corruption&) {
       set_file_header(edit, offsetof(raw::FileHeader, size_of_optional_header), 0);
     }},
    {"size-of-image-zero",
     [](ImageEdit& edit, const Corruption&) {
       set_optional(edit, offsetof(raw::OptionalHeader64, size_of_image), std::uint32_t{0});
     }},
    {"size-of-image-small",
     [](ImageEdit& edit, const Corruption&) {
       set_optional(edit, offsetof(raw::OptionalHeader64, size_of_image), edit.original().section_alignment);
     }},
    {"section-alignment-small",
     [](ImageEdit& edit, const Corruption&) {
       set_optional(edit, offsetof(raw::OptionalHeader64, section_alignment), edit.original().file_alignment / 2);
     }},
    {"bad-checksum",
     [](ImageEdit& edit, const Corruption&) {
       set_optional(edit, offsetof(raw::OptionalHeader64, checksum), edit.original().checksum ^ 0x5A5A5A5AU);
     }},
    {"not-a-dll",
     [](ImageEdit& edit, const Corruption&) {
       set_file_header(edit, offsetof(raw::FileHeader, characteristics),
                       static_cast<std::uint16_t>(edit.original().characteristics & ~pe::k_dll));
     }},
    {"no-dynamic-base", [](ImageEdit& edit, const Corruption&) { clear_dll_characteristic(edit, pe::k_dynamic_base); }},
    {"no-relocations", no_relocations},
    {"zero-sections",
     [](ImageEdit& edit, const Corruption&) {
       set_file_header(edit, offsetof(raw::FileHeader, number_of_sections), 0);
     }},
    {"section-past-end", section_past_end},
    {"overlapping-sections", overlapping_sections},
    {"no-entry-point",
     [](ImageEdit& edit, const Corruption&) {
       set_optional(edit, offsetof(raw::OptionalHeader64, address_of_entry_point), std::uint32_t{0});
     }},
    {"wild-entry-point",
     [](ImageEdit& edit, const Corruption&) {
       set_optional(edit, offsetof(raw::OptionalHeader64, address_of_entry_point), std::uint32_t{0x7FFFF000});
     }},
    {"absent-import", absent_import},
    {"import-directory-out-of-range",
     [](ImageEdit& edit, const Corruption&) { edit.set_directory(pe::Directory::Import, 0x7FFFF000, 40); }},
};

void truncate(Bytes& image, const Corruption& corruption) {
  const std::uint64_t size = corruption.has_number ? corruption.number : image.size() / 2;
  if (size >= image.size()) {
    refuse(fmt::format("it has {} bytes, which \"truncate\": {} leaves as they are", image.size(), size));
  }
  image.resize(static_cast<std::size_t>(size));
}

}  // namespace

std::vector<std::byte> corrupt(std::vector<std::byte> image, const Corruption& corruption) {
  const std::string& word = corruption.word;
  if (word == "empty") {
    return {};
  }
  if (word == "text" || word == "html" || word == "zip" || word == "git-lfs") {
    return foreign_content(word);
  }
  if (word == "net-only") {
    return net_only_image();
  }
  if (word == "zeros") {
    std::fill(image.begin(), image.end(), std::byte{0});
    return image;
  }
  if (word == "truncate") {
    truncate(image, corruption);
    return image;
  }
  const auto* const step = std::find_if(std::begin(k_corruptions), std::end(k_corruptions),
                                        [&word](const NamedCorruption& known) { return known.word == word; });
  if (step == std::end(k_corruptions)) {
    throw Error(fmt::format("no such corruption: \"{}\"", word));
  }
  ImageEdit edit(std::move(image));
  step->apply(edit, corruption);
  return edit.take();
}

}  // namespace dllrepro::stub

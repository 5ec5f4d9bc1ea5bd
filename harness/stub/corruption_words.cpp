// SPDX-License-Identifier: MIT
// The table of corruptions and their JSON; what each does is in corruption.cpp.
#include <algorithm>
#include <iterator>

#include "harness/pe/lookup.hpp"
#include "harness/stub/corruption.hpp"

namespace dllrepro::stub {

namespace {

constexpr std::uint32_t k_no_access = 998;
constexpr std::uint32_t k_bad_format = 193;
constexpr std::uint32_t k_procedure_not_found = 127;

constexpr CorruptionKind k_kinds[] = {
    // No image at all.
    {"empty", "a file of 0 bytes", k_bad_format, "C0000020 INVALID_FILE_FOR_SECTION", "L178", 'U'},
    {"text", "a text file", k_bad_format, "C000012F INVALID_IMAGE_NOT_MZ", "L160", 'T'},
    {"html", "the HTML page that a failed download leaves", k_bad_format, "C000012F INVALID_IMAGE_NOT_MZ", "L160", 'T'},
    {"zip", "a zip archive", k_bad_format, "C000012F INVALID_IMAGE_NOT_MZ", "L160", 'T'},
    {"git-lfs", "the pointer file of a checkout without Git LFS", k_bad_format, "C000012F INVALID_IMAGE_NOT_MZ", "L160",
     'T'},
    {"zeros", "zeros, as many as the DLL has bytes", k_bad_format, "C000012F INVALID_IMAGE_NOT_MZ", "L160", 'T'},
    {"truncate", "the first n bytes, half of them without an n", k_bad_format,
     "C000007B where more is lost than padding", "L179", 'U'},
    // Headers.
    {"no-mz", "the DOS magic is not MZ", k_bad_format, "C000012F INVALID_IMAGE_NOT_MZ", "L160", 'T'},
    {"wild-e-lfanew", "the offset of the PE header leads far outside the file", k_bad_format,
     "C0000130 INVALID_IMAGE_PROTECT", "L161", 'T'},
    {"no-pe", "the PE signature is 0xdeadbeef", k_bad_format, "C0000130 INVALID_IMAGE_PROTECT", "L162", 'T'},
    {"ne", "the signature is that of a 16-bit image (NE)", k_bad_format, "C000011B INVALID_IMAGE_NE_FORMAT", "L163",
     'T'},
    {"bad-magic", "the optional header's magic is 0xdead", k_bad_format, "C000007B INVALID_IMAGE_FORMAT", "L164", 'T'},
    {"wrong-machine", "the Machine field is that of another machine", k_bad_format, "C000007B INVALID_IMAGE_FORMAT",
     "L165", 'T'},
    {"no-optional-header", "SizeOfOptionalHeader is 0", k_bad_format, "refused", "L167", 'T'},
    {"size-of-image-zero", "SizeOfImage is 0", k_bad_format, "refused", "L168", 'T'},
    {"size-of-image-small", "SizeOfImage is smaller than the last section's end", k_bad_format, "refused", "L169", 'T'},
    {"section-alignment-small", "SectionAlignment is below FileAlignment", k_bad_format, "refused", "L170", 'T'},
    {"bad-checksum", "the header's checksum is wrong", 0, "loads: not looked at for a user's DLL", "L180", 'U'},
    {"not-a-dll", "the DLL flag is cleared: a program that runs on_attach", 0,
     "loads as an EXE does: imports not resolved, no DllMain", "L102", 'T'},
    {"no-dynamic-base", "DYNAMIC_BASE is cleared", std::nullopt, "193 for ARM64; x64 and x86 load", "L177", 'T'},
    {"no-relocations", "relocations stripped, for good: no directory, no DYNAMIC_BASE", std::nullopt,
     "loads where its own address is free, else 487", "", 'U'},
    // Sections and entry point.
    {"zero-sections", "NumberOfSections is 0", std::nullopt, "loads or 193, by version", "L173", 'T'},
    {"section-past-end", "the last section's bytes lie past the end of the file", k_bad_format,
     "C000007B, as a cut file", "L179", 'U'},
    {"overlapping-sections", "the first section reaches into the second", k_bad_format,
     "C000007B: sections must adjoin (ReactOS ntoskrnl/mm/section.c)", "", 'R'},
    {"no-entry-point", "AddressOfEntryPoint is 0", 0, "loads without DllMain", "L176", 'T'},
    {"wild-entry-point", "AddressOfEntryPoint leads outside the image", k_no_access, "C0000005: the call faults",
     "L175", 'U'},
    // Directories.
    {"absent-import", "one more import: kernel32.dll!dllrepro_absent_symbol", k_procedure_not_found,
     "C0000139 ENTRYPOINT_NOT_FOUND", "L79", 'I'},
    {"import-directory-out-of-range", "the import directory lies outside the image", std::nullopt,
     "failure or crash, not established", "L182", 'U'},
    {"net-only", "a .NET assembly without native code (PE32, IL only)", 0,
     "loads by full path; a search path passes over it", "L139", 'T'},
};

const std::vector<std::string>& words() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> list;
    std::transform(std::begin(k_kinds), std::end(k_kinds), std::back_inserter(list),
                   [](const CorruptionKind& kind) { return std::string(kind.word); });
    return list;
  }();
  return all;
}

constexpr pe::Machine k_machines[] = {pe::Machine::X64, pe::Machine::X86, pe::Machine::Arm64, pe::Machine::Arm,
                                      pe::Machine::Unknown};

std::optional<std::uint64_t> parse_machine(const JsonCursor& value) {
  if (!value.json().is_string() || value.json().get_ref<const std::string&>().starts_with("0")) {
    return value.unsigned_number(0xFFFF);
  }
  std::vector<std::string> names;
  for (const pe::Machine machine : k_machines) {
    names.push_back(pe::machine_name(machine));
  }
  const auto name = value.one_of(names);
  if (!name) {
    return std::nullopt;
  }
  const auto found = std::find(names.begin(), names.end(), *name);
  return static_cast<std::uint64_t>(k_machines[found - names.begin()]);
}

}  // namespace

std::span<const CorruptionKind> corruptions() {
  return k_kinds;
}

std::optional<Corruption> parse_corruption(const JsonCursor& value) {
  if (!value.json().is_object()) {
    auto word = value.one_of(words());
    return word ? std::optional<Corruption>({std::move(*word), 0, false}) : std::nullopt;
  }
  value.expect_object({"truncate", "machine"});
  const auto truncate = value.find("truncate");
  const auto machine = value.find("machine");
  if (truncate.has_value() == machine.has_value()) {
    value.report("expected one key, \"truncate\" or \"machine\"");
    return std::nullopt;
  }
  const auto number = truncate ? truncate->unsigned_number() : parse_machine(*machine);
  return number ? std::optional<Corruption>({truncate ? "truncate" : "wrong-machine", *number, true}) : std::nullopt;
}

Json to_json(const Corruption& corruption) {
  if (!corruption.has_number) {
    return corruption.word;
  }
  if (corruption.word == "truncate") {
    return {{"truncate", corruption.number}};
  }
  return {{"machine", pe::machine_name(static_cast<pe::Machine>(corruption.number))}};
}

}  // namespace dllrepro::stub

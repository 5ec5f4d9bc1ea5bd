// SPDX-License-Identifier: MIT
// What a PE image says of itself, as a value: plain data that can be printed, compared and stored.
//
// Texts are the file's bytes and may be anything; to_json makes them printable. An RVA is an address from the start of
// the image as loaded, an offset is a place in the file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dllrepro::pe {

/// The Machine field. Files hold other values too: the enum is open.
enum class Machine : std::uint16_t { Unknown = 0, X86 = 0x14C, Arm = 0x1C4, X64 = 0x8664, Arm64 = 0xAA64 };

/// Bits of Image::characteristics.
constexpr std::uint16_t k_relocations_stripped = 0x0001;
constexpr std::uint16_t k_executable_image = 0x0002;
constexpr std::uint16_t k_dll = 0x2000;

/// Bits of Image::dll_characteristics.
constexpr std::uint16_t k_high_entropy_va = 0x0020;
constexpr std::uint16_t k_dynamic_base = 0x0040;
constexpr std::uint16_t k_nx_compat = 0x0100;

/// Bits of Section::characteristics.
constexpr std::uint32_t k_section_code = 0x00000020;
constexpr std::uint32_t k_section_initialized_data = 0x00000040;
constexpr std::uint32_t k_section_execute = 0x20000000;
constexpr std::uint32_t k_section_read = 0x40000000;
constexpr std::uint32_t k_section_write = 0x80000000;

/// Index into Image::directories.
enum class Directory : std::size_t {
  Export,
  Import,
  Resource,
  Exception,
  Security,
  Relocation,
  Debug,
  Architecture,
  GlobalPointer,
  ThreadStorage,
  LoadConfig,
  BoundImport,
  ImportAddresses,
  DelayImport,
  Clr,
  Reserved
};

/// Something wrong that did not keep the rest from being read.
struct Anomaly {
  std::uint64_t offset = 0;  ///< in the file: of the field or of the structure that is wrong
  std::string message;
};

/// Why bytes are no PE image at all.
struct Fault {
  std::uint64_t offset = 0;
  std::string message;
};

struct DirectoryRange {
  std::uint32_t address = 0;  ///< an RVA; a file offset for Directory::Security
  std::uint32_t size = 0;
};

struct Section {
  std::string name;  ///< at most 8 bytes
  std::uint32_t address = 0;
  std::uint32_t size = 0;  ///< VirtualSize
  std::uint32_t raw_offset = 0;
  std::uint32_t raw_size = 0;
  std::uint32_t characteristics = 0;
};

/// Imported by ordinal when there is one, else by name.
struct ImportedSymbol {
  std::string name;
  std::uint16_t hint = 0;
  std::optional<std::uint16_t> ordinal;
  std::uint32_t slot = 0;  ///< RVA of its place in the import address table
};

struct ImportedModule {
  std::string name;
  std::vector<ImportedSymbol> symbols;
};

/// One pair of ordinal and name: an ordinal with two names is two entries, one without a name (NONAME) has name "".
struct Export {
  std::uint32_t ordinal = 0;
  std::string name;
  std::uint32_t address = 0;
  std::string forward;  ///< "other.function" or "other.#5"; "" when it is no forwarder
};

struct ExportTable {
  std::string module;  ///< the name in the export directory, which need not be the file's
  std::uint32_t ordinal_base = 0;
  std::uint32_t timestamp = 0;
  std::vector<Export> entries;  ///< by ordinal
};

/// Type, name and language: each an id, or a text where the file gives one.
struct ResourceId {
  std::uint32_t id = 0;
  std::string text;  ///< UTF-8; "" for an id
};

struct Resource {
  ResourceId type;
  ResourceId name;
  ResourceId language;
  std::uint32_t address = 0;
  std::uint32_t size = 0;
};

struct VersionStrings {
  std::string block;  ///< language and code page: "040904b0"
  std::vector<std::pair<std::string, std::string>> values;
};

struct Version {
  bool has_numbers = false;  ///< false: the fixed part is missing, both numbers are 0
  std::array<std::uint16_t, 4> file{};
  std::array<std::uint16_t, 4> product{};
  std::vector<VersionStrings> strings;
};

struct Manifest {
  ResourceId name;   ///< 1 for programs, 2 for DLLs (ISOLATIONAWARE_MANIFEST_RESOURCE_ID)
  std::string text;  ///< as UTF-8, without a byte order mark
};

struct LoadConfig {
  std::uint32_t size = 0;  ///< how much of the structure the file has; fields beyond it are 0
  std::uint16_t dependent_load_flags = 0;
  std::uint64_t security_cookie = 0;
  std::uint32_t guard_flags = 0;
};

struct DebugEntry {
  std::uint32_t type = 0;  ///< 2: CodeView, 16: reproducible build
  std::uint32_t size = 0;
  std::string pdb;  ///< path of the symbol file, where the entry names one
};

struct Clr {
  std::uint16_t major_version = 0;
  std::uint16_t minor_version = 0;
  std::uint32_t flags = 0;  ///< bit 0: IL only
};

struct Image {
  std::uint64_t file_size = 0;
  Machine machine = Machine::Unknown;
  std::uint16_t characteristics = 0;
  std::uint16_t dll_characteristics = 0;
  std::uint16_t subsystem = 0;
  std::uint32_t timestamp = 0;
  std::uint32_t checksum = 0;
  std::uint16_t magic = 0;  ///< 0x10B: PE32, 0x20B: PE32+
  std::uint32_t entry_point = 0;
  std::uint64_t image_base = 0;
  std::uint32_t size_of_image = 0;
  std::uint32_t size_of_headers = 0;
  std::uint32_t section_alignment = 0;
  std::uint32_t file_alignment = 0;
  std::array<DirectoryRange, 16> directories{};
  std::vector<Section> sections;
  std::uint64_t overlay_size = 0;  ///< bytes of the file after the last section's

  std::vector<ImportedModule> imports;
  std::vector<ImportedModule> delay_imports;
  std::optional<ExportTable> exports;
  std::vector<Resource> resources;
  std::optional<Version> version;
  std::vector<Manifest> manifests;
  std::optional<LoadConfig> load_config;
  std::vector<DebugEntry> debug;
  std::optional<Clr> clr;

  std::vector<Anomaly> anomalies;

  [[nodiscard]] bool is_pe32_plus() const { return magic == 0x20B; }
  [[nodiscard]] bool is_dll() const { return (characteristics & k_dll) != 0; }
  [[nodiscard]] const DirectoryRange& directory(Directory which) const {
    return directories[static_cast<std::size_t>(which)];
  }
  [[nodiscard]] bool has(Directory which) const { return directory(which).address != 0; }
};

}  // namespace dllrepro::pe

// SPDX-License-Identifier: MIT
// The bytes of a PE image as Microsoft's "PE Format" page lays them out. Copied out of a file with memcpy only, never
// cast onto it: offsets in a file need not be aligned.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace dllrepro::pe::raw {

static_assert(std::endian::native == std::endian::little, "PE fields are little-endian and are copied as they are");

constexpr std::uint16_t k_dos_magic = 0x5A4D;         // "MZ"
constexpr std::uint32_t k_pe_signature = 0x00004550;  // "PE\0\0"
constexpr std::uint32_t k_new_header_field = 0x3C;    // e_lfanew: the file offset of the PE signature
constexpr std::uint16_t k_magic_pe32 = 0x10B;
constexpr std::uint16_t k_magic_pe32_plus = 0x20B;
constexpr std::uint32_t k_directory_count = 16;
constexpr std::uint32_t k_page_size = 0x1000;
constexpr std::uint32_t k_sector_size = 0x200;  // the loader rounds PointerToRawData down to it
constexpr std::uint64_t k_ordinal_flag_32 = 0x80000000U;
constexpr std::uint64_t k_ordinal_flag_64 = 0x8000000000000000U;

struct FileHeader {
  std::uint16_t machine;
  std::uint16_t number_of_sections;
  std::uint32_t time_date_stamp;
  std::uint32_t pointer_to_symbol_table;
  std::uint32_t number_of_symbols;
  std::uint16_t size_of_optional_header;
  std::uint16_t characteristics;
};
static_assert(sizeof(FileHeader) == 20);

/// Both optional headers without the data directories that follow them.
struct OptionalHeader32 {
  std::uint16_t magic;
  std::uint8_t major_linker_version;
  std::uint8_t minor_linker_version;
  std::uint32_t size_of_code;
  std::uint32_t size_of_initialized_data;
  std::uint32_t size_of_uninitialized_data;
  std::uint32_t address_of_entry_point;
  std::uint32_t base_of_code;
  std::uint32_t base_of_data;
  std::uint32_t image_base;
  std::uint32_t section_alignment;
  std::uint32_t file_alignment;
  std::uint16_t major_operating_system_version;
  std::uint16_t minor_operating_system_version;
  std::uint16_t major_image_version;
  std::uint16_t minor_image_version;
  std::uint16_t major_subsystem_version;
  std::uint16_t minor_subsystem_version;
  std::uint32_t win32_version_value;
  std::uint32_t size_of_image;
  std::uint32_t size_of_headers;
  std::uint32_t checksum;
  std::uint16_t subsystem;
  std::uint16_t dll_characteristics;
  std::uint32_t size_of_stack_reserve;
  std::uint32_t size_of_stack_commit;
  std::uint32_t size_of_heap_reserve;
  std::uint32_t size_of_heap_commit;
  std::uint32_t loader_flags;
  std::uint32_t number_of_rva_and_sizes;
};
static_assert(sizeof(OptionalHeader32) == 96);

struct OptionalHeader64 {
  std::uint16_t magic;
  std::uint8_t major_linker_version;
  std::uint8_t minor_linker_version;
  std::uint32_t size_of_code;
  std::uint32_t size_of_initialized_data;
  std::uint32_t size_of_uninitialized_data;
  std::uint32_t address_of_entry_point;
  std::uint32_t base_of_code;
  std::uint64_t image_base;
  std::uint32_t section_alignment;
  std::uint32_t file_alignment;
  std::uint16_t major_operating_system_version;
  std::uint16_t minor_operating_system_version;
  std::uint16_t major_image_version;
  std::uint16_t minor_image_version;
  std::uint16_t major_subsystem_version;
  std::uint16_t minor_subsystem_version;
  std::uint32_t win32_version_value;
  std::uint32_t size_of_image;
  std::uint32_t size_of_headers;
  std::uint32_t checksum;
  std::uint16_t subsystem;
  std::uint16_t dll_characteristics;
  std::uint64_t size_of_stack_reserve;
  std::uint64_t size_of_stack_commit;
  std::uint64_t size_of_heap_reserve;
  std::uint64_t size_of_heap_commit;
  std::uint32_t loader_flags;
  std::uint32_t number_of_rva_and_sizes;
};
static_assert(sizeof(OptionalHeader64) == 112);

// Fields that lie in the same place in both, so that they can be reached without knowing which it is.
static_assert(offsetof(OptionalHeader32, address_of_entry_point) == offsetof(OptionalHeader64, address_of_entry_point));
static_assert(offsetof(OptionalHeader32, section_alignment) == offsetof(OptionalHeader64, section_alignment));
static_assert(offsetof(OptionalHeader32, size_of_image) == offsetof(OptionalHeader64, size_of_image));
static_assert(offsetof(OptionalHeader32, size_of_headers) == offsetof(OptionalHeader64, size_of_headers));
static_assert(offsetof(OptionalHeader32, checksum) == offsetof(OptionalHeader64, checksum));
static_assert(offsetof(OptionalHeader32, dll_characteristics) == offsetof(OptionalHeader64, dll_characteristics));

struct DataDirectory {
  std::uint32_t virtual_address;
  std::uint32_t size;
};
static_assert(sizeof(DataDirectory) == 8);

struct SectionHeader {
  char name[8];
  std::uint32_t virtual_size;
  std::uint32_t virtual_address;
  std::uint32_t size_of_raw_data;
  std::uint32_t pointer_to_raw_data;
  std::uint32_t pointer_to_relocations;
  std::uint32_t pointer_to_line_numbers;
  std::uint16_t number_of_relocations;
  std::uint16_t number_of_line_numbers;
  std::uint32_t characteristics;
};
static_assert(sizeof(SectionHeader) == 40);

struct ImportDescriptor {
  std::uint32_t original_first_thunk;
  std::uint32_t time_date_stamp;
  std::uint32_t forwarder_chain;
  std::uint32_t name;
  std::uint32_t first_thunk;
};
static_assert(sizeof(ImportDescriptor) == 20);

struct DelayImportDescriptor {
  std::uint32_t attributes;  // bit 0: the fields below are RVAs; else addresses, as Visual C++ 6 wrote them
  std::uint32_t name;
  std::uint32_t module_handle;
  std::uint32_t address_table;
  std::uint32_t name_table;
  std::uint32_t bound_address_table;
  std::uint32_t unload_address_table;
  std::uint32_t time_date_stamp;
};
static_assert(sizeof(DelayImportDescriptor) == 32);

struct ExportDirectory {
  std::uint32_t characteristics;
  std::uint32_t time_date_stamp;
  std::uint16_t major_version;
  std::uint16_t minor_version;
  std::uint32_t name;
  std::uint32_t ordinal_base;
  std::uint32_t number_of_functions;
  std::uint32_t number_of_names;
  std::uint32_t address_of_functions;
  std::uint32_t address_of_names;
  std::uint32_t address_of_name_ordinals;
};
static_assert(sizeof(ExportDirectory) == 40);

struct ResourceDirectory {
  std::uint32_t characteristics;
  std::uint32_t time_date_stamp;
  std::uint16_t major_version;
  std::uint16_t minor_version;
  std::uint16_t number_of_named_entries;
  std::uint16_t number_of_id_entries;
};
static_assert(sizeof(ResourceDirectory) == 16);

struct ResourceEntry {
  std::uint32_t name;    // high bit: offset of a name, else an id
  std::uint32_t offset;  // high bit: of a directory, else of a ResourceData; both from the start of the resources
};
static_assert(sizeof(ResourceEntry) == 8);

struct ResourceData {
  std::uint32_t offset_to_data;  // an RVA, in spite of its name
  std::uint32_t size;
  std::uint32_t code_page;
  std::uint32_t reserved;
};
static_assert(sizeof(ResourceData) == 16);

struct FixedFileInfo {
  std::uint32_t signature;  // 0xFEEF04BD
  std::uint32_t structure_version;
  std::uint32_t file_version_high;
  std::uint32_t file_version_low;
  std::uint32_t product_version_high;
  std::uint32_t product_version_low;
  std::uint32_t file_flags_mask;
  std::uint32_t file_flags;
  std::uint32_t file_os;
  std::uint32_t file_type;
  std::uint32_t file_subtype;
  std::uint32_t file_date_high;
  std::uint32_t file_date_low;
};
static_assert(sizeof(FixedFileInfo) == 52);
constexpr std::uint32_t k_fixed_file_info_signature = 0xFEEF04BD;

/// The load configuration up to GuardFlags; its first field says how much of it a file has.
struct LoadConfig32 {
  std::uint32_t size;
  std::uint32_t time_date_stamp;
  std::uint16_t major_version;
  std::uint16_t minor_version;
  std::uint32_t global_flags_clear;
  std::uint32_t global_flags_set;
  std::uint32_t critical_section_default_timeout;
  std::uint32_t decommit_free_block_threshold;
  std::uint32_t decommit_total_free_threshold;
  std::uint32_t lock_prefix_table;
  std::uint32_t maximum_allocation_size;
  std::uint32_t virtual_memory_threshold;
  std::uint32_t process_heap_flags;
  std::uint32_t process_affinity_mask;
  std::uint16_t csd_version;
  std::uint16_t dependent_load_flags;
  std::uint32_t edit_list;
  std::uint32_t security_cookie;
  std::uint32_t se_handler_table;
  std::uint32_t se_handler_count;
  std::uint32_t guard_cf_check_function;
  std::uint32_t guard_cf_dispatch_function;
  std::uint32_t guard_cf_function_table;
  std::uint32_t guard_cf_function_count;
  std::uint32_t guard_flags;
};
static_assert(sizeof(LoadConfig32) == 92);

struct LoadConfig64 {
  std::uint32_t size;
  std::uint32_t time_date_stamp;
  std::uint16_t major_version;
  std::uint16_t minor_version;
  std::uint32_t global_flags_clear;
  std::uint32_t global_flags_set;
  std::uint32_t critical_section_default_timeout;
  std::uint64_t decommit_free_block_threshold;
  std::uint64_t decommit_total_free_threshold;
  std::uint64_t lock_prefix_table;
  std::uint64_t maximum_allocation_size;
  std::uint64_t virtual_memory_threshold;
  std::uint64_t process_affinity_mask;
  std::uint32_t process_heap_flags;
  std::uint16_t csd_version;
  std::uint16_t dependent_load_flags;
  std::uint64_t edit_list;
  std::uint64_t security_cookie;
  std::uint64_t se_handler_table;
  std::uint64_t se_handler_count;
  std::uint64_t guard_cf_check_function;
  std::uint64_t guard_cf_dispatch_function;
  std::uint64_t guard_cf_function_table;
  std::uint64_t guard_cf_function_count;
  std::uint32_t guard_flags;
  std::uint32_t code_integrity;  // its first two fields; read only to keep the struct free of padding
};
static_assert(sizeof(LoadConfig64) == 152);

struct DebugDirectory {
  std::uint32_t characteristics;
  std::uint32_t time_date_stamp;
  std::uint16_t major_version;
  std::uint16_t minor_version;
  std::uint32_t type;
  std::uint32_t size_of_data;
  std::uint32_t address_of_raw_data;
  std::uint32_t pointer_to_raw_data;
};
static_assert(sizeof(DebugDirectory) == 28);

/// IMAGE_COR20_HEADER up to its flags and entry point.
struct ClrHeader {
  std::uint32_t size;
  std::uint16_t major_runtime_version;
  std::uint16_t minor_runtime_version;
  DataDirectory metadata;
  std::uint32_t flags;
  std::uint32_t entry_point;
};
static_assert(sizeof(ClrHeader) == 24);

}  // namespace dllrepro::pe::raw

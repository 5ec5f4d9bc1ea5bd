// SPDX-License-Identifier: MIT
#include "harness/pe/debug.hpp"

#include "harness/pe/format.hpp"

namespace dllrepro::pe {

namespace {

constexpr std::uint32_t k_code_view = 2;
constexpr std::uint32_t k_rsds = 0x53445352;  // "RSDS": GUID (16 bytes), age (4), path
constexpr std::uint64_t k_path_in_rsds = 24;

}  // namespace

void read_debug(Context& context) {
  const DirectoryRange& range = context.image.directory(Directory::Debug);
  if (range.address == 0) {
    return;
  }
  const std::uint64_t field = context.directory_field(Directory::Debug);
  for (std::uint64_t offset = 0; offset + sizeof(raw::DebugDirectory) <= range.size;
       offset += sizeof(raw::DebugDirectory)) {
    const std::uint64_t rva = range.address + offset;
    const auto entry = context.take<raw::DebugDirectory>(rva, field, "the debug directory");
    if (!entry) {
      return;
    }
    DebugEntry debug;
    debug.type = entry->type;
    debug.size = entry->size_of_data;
    if (entry->type == k_code_view && context.memory.read<std::uint32_t>(entry->address_of_raw_data) == k_rsds) {
      const std::uint64_t place = context.memory.file_offset(rva).value_or(field);
      debug.pdb = context.take_text(entry->address_of_raw_data + k_path_in_rsds, place, "the path of the symbol file")
                      .value_or("");
    }
    context.image.debug.push_back(std::move(debug));
  }
}

void read_clr(Context& context) {
  const DirectoryRange& range = context.image.directory(Directory::Clr);
  if (range.address == 0) {
    return;
  }
  const auto header =
      context.take<raw::ClrHeader>(range.address, context.directory_field(Directory::Clr), "the CLR header");
  if (header) {
    context.image.clr = {header->major_runtime_version, header->minor_runtime_version, header->flags};
  }
}

}  // namespace dllrepro::pe

// SPDX-License-Identifier: MIT
#include "harness/pe/exports.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "harness/pe/format.hpp"

namespace dllrepro::pe {

namespace {

struct NamedIndex {
  std::uint16_t index = 0;  // into the address table
  std::string name;
};

std::vector<NamedIndex> read_names(Context& context, const raw::ExportDirectory& directory, std::uint64_t field) {
  std::vector<NamedIndex> names;
  for (std::uint64_t number = 0; number < directory.number_of_names; ++number) {
    const std::uint64_t rva = directory.address_of_names + 4 * number;
    const auto name_rva = context.take<std::uint32_t>(rva, field, "the export name table");
    const auto index =
        context.take<std::uint16_t>(directory.address_of_name_ordinals + 2 * number, field, "the export ordinal table");
    if (!name_rva || !index) {
      break;
    }
    const std::uint64_t name_field = context.memory.file_offset(rva).value_or(field);
    auto name = context.take_text(*name_rva, name_field, "the name of an export");
    if (!name) {
      continue;
    }
    if (*index >= directory.number_of_functions) {
      context.add_anomaly(name_field, fmt::format("the export name number {} leads to index {} of {}", number + 1,
                                                  *index, directory.number_of_functions));
      continue;
    }
    if (!names.empty() && names.back().name > *name) {
      context.add_anomaly(name_field, fmt::format("export names are not in order at number {}", number + 1));
    }
    names.push_back({*index, std::move(*name)});
  }
  std::sort(names.begin(), names.end(), [](const NamedIndex& a, const NamedIndex& b) {
    return std::tie(a.index, a.name) < std::tie(b.index, b.name);
  });
  return names;
}

}  // namespace

void read_exports(Context& context) {
  const DirectoryRange range = context.image.directory(Directory::Export);
  if (range.address == 0) {
    return;
  }
  const std::uint64_t directory_field = context.directory_field(Directory::Export);
  const auto directory = context.take<raw::ExportDirectory>(range.address, directory_field, "the export directory");
  if (!directory) {
    return;
  }
  const std::uint64_t field = context.memory.file_offset(range.address).value_or(directory_field);
  ExportTable table;
  table.module = context.take_text(directory->name, field, "the module's own name").value_or("");
  table.ordinal_base = directory->ordinal_base;
  table.timestamp = directory->time_date_stamp;

  const std::vector<NamedIndex> names = read_names(context, *directory, field);
  auto name = names.begin();
  for (std::uint64_t index = 0; index < directory->number_of_functions; ++index) {
    const std::uint64_t rva = directory->address_of_functions + 4 * index;
    const auto address = context.take<std::uint32_t>(rva, field, "the export address table");
    if (!address) {
      break;
    }
    Export entry;
    entry.ordinal = static_cast<std::uint32_t>(directory->ordinal_base + index);
    entry.address = *address;
    if (*address >= range.address && *address - range.address < range.size) {
      entry.forward =
          context.take_text(*address, context.memory.file_offset(rva).value_or(field), "the text of a forwarder")
              .value_or("");
    }
    const bool named = name != names.end() && name->index == index;
    for (; name != names.end() && name->index == index && context.spend(entry.forward.size()); ++name) {
      entry.name = name->name;
      table.entries.push_back(entry);
    }
    // An unused ordinal has address 0 and no name.
    if (!named && *address != 0) {
      table.entries.push_back(std::move(entry));
    }
  }
  context.image.exports = std::move(table);
}

}  // namespace dllrepro::pe

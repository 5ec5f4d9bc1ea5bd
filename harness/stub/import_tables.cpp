// SPDX-License-Identifier: MIT
#include "harness/stub/import_tables.hpp"

#include <vector>

#include <fmt/format.h>

#include "harness/util/ascii.hpp"

namespace dllrepro::stub {

namespace {

namespace raw = pe::raw;

std::string key_of(const Symbol& symbol) {
  return symbol.name.empty() ? fmt::format("#{}", symbol.ordinal) : symbol.name;
}

std::uint32_t put_name(Section& section, const std::string& name) {
  const std::uint32_t place = section.put(std::uint16_t{0}, 2);  // the hint
  section.put_all(name.c_str(), name.size() + 1, 1);
  return place;
}

std::uint32_t thunk_size(const Template& base) {
  return base.is_64_bit ? 8 : 4;
}

/// Writes a list of thunks with its end and returns its RVA.
std::uint32_t put_thunks(Section& section, const std::vector<std::uint64_t>& thunks, const Template& base) {
  const std::uint32_t size = thunk_size(base);
  const std::uint32_t place = section.reserve((thunks.size() + 1) * size, 8);
  for (std::size_t index = 0; index < thunks.size(); ++index) {
    const std::uint32_t at = place + static_cast<std::uint32_t>(index) * size;
    if (base.is_64_bit) {
      section.set(at, thunks[index]);
    } else {
      section.set(at, static_cast<std::uint32_t>(thunks[index]));
    }
  }
  return place;
}

std::vector<std::uint64_t> thunks_of(Section& section, const ImportedDll& dll, const Template& base) {
  std::vector<std::uint64_t> thunks;
  for (const Symbol& symbol : dll.symbols) {
    thunks.push_back(symbol.name.empty()
                         ? (base.is_64_bit ? raw::k_ordinal_flag_64 : raw::k_ordinal_flag_32) | symbol.ordinal
                         : put_name(section, symbol.name));
  }
  return thunks;
}

void write_static(Section& section, ImportTables& tables, const StubSpec& spec, const Template& base) {
  std::vector<raw::ImportDescriptor> descriptors = base.imports;
  for (const ImportedDll& dll : spec.imports) {
    const std::vector<std::uint64_t> thunks = thunks_of(section, dll, base);
    raw::ImportDescriptor descriptor{};
    descriptor.name = section.put_text(dll.name);
    descriptor.original_first_thunk = put_thunks(section, thunks, base);
    descriptor.first_thunk = put_thunks(section, thunks, base);
    for (std::size_t index = 0; index < dll.symbols.size(); ++index) {
      const std::uint32_t address = descriptor.first_thunk + static_cast<std::uint32_t>(index) * thunk_size(base);
      tables.slots.try_emplace({ascii_lower(dll.name), key_of(dll.symbols[index])}, ImportSlot{false, address, 0, 0});
    }
    descriptors.push_back(descriptor);
  }
  descriptors.emplace_back();
  tables.imports.virtual_address = section.put_all(descriptors.data(), descriptors.size());
  tables.imports.size = static_cast<std::uint32_t>(descriptors.size() * sizeof descriptors[0]);
}

void write_delayed(Section& section, ImportTables& tables, const StubSpec& spec, const Template& base) {
  if (spec.delay_imports.empty()) {
    return;
  }
  const std::size_t count = spec.delay_imports.size() + 1;
  tables.delay_imports.size = static_cast<std::uint32_t>(count * sizeof(raw::DelayImportDescriptor));
  tables.delay_imports.virtual_address = section.reserve(tables.delay_imports.size);
  std::uint32_t place = tables.delay_imports.virtual_address;
  for (const ImportedDll& dll : spec.delay_imports) {
    raw::DelayImportDescriptor descriptor{};
    descriptor.attributes = 1;  // RVAs
    descriptor.name = section.put_text(dll.name);
    descriptor.module_handle = section.reserve(8, 8);
    descriptor.name_table = put_thunks(section, thunks_of(section, dll, base), base);
    descriptor.address_table = section.reserve((dll.symbols.size() + 1) * thunk_size(base), 8);
    section.set(place, descriptor);
    for (std::size_t index = 0; index < dll.symbols.size(); ++index) {
      tables.slots.try_emplace({ascii_lower(dll.name), key_of(dll.symbols[index])},
                               ImportSlot{true, 0, place, static_cast<std::uint32_t>(index)});
    }
    place += static_cast<std::uint32_t>(sizeof descriptor);
  }
}

}  // namespace

const ImportSlot* ImportTables::find(const std::string& dll_name, const Symbol& symbol) const {
  const auto slot = slots.find({ascii_lower(dll_name), key_of(symbol)});
  return slot == slots.end() ? nullptr : &slot->second;
}

ImportTables write_imports(Section& section, const StubSpec& spec, const Template& base) {
  ImportTables tables;
  write_static(section, tables, spec, base);
  write_delayed(section, tables, spec, base);
  return tables;
}

}  // namespace dllrepro::stub

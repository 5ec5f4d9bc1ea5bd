// SPDX-License-Identifier: MIT
#include "harness/pe/imports.hpp"

#include <fmt/format.h>

#include "harness/pe/format.hpp"

namespace dllrepro::pe {

namespace {

/// One entry of a name table: 4 bytes in PE32, 8 in PE32+; the highest bit says that the low 16 are an ordinal.
struct ThunkKind {
  std::uint32_t size;
  std::uint64_t ordinal_flag;
};

ThunkKind thunk_kind(const Image& image) {
  return image.is_pe32_plus() ? ThunkKind{8, raw::k_ordinal_flag_64} : ThunkKind{4, raw::k_ordinal_flag_32};
}

std::optional<std::uint64_t> take_thunk(Context& context, std::uint64_t rva, std::uint64_t field) {
  if (context.image.is_pe32_plus()) {
    return context.take<std::uint64_t>(rva, field, "an import name table");
  }
  const auto thunk = context.take<std::uint32_t>(rva, field, "an import name table");
  return thunk ? std::optional<std::uint64_t>(*thunk) : std::nullopt;
}

/// Where one module's tables lie, however its descriptor says so. `field`: file offset of the descriptor.
struct Tables {
  std::uint64_t name = 0;
  std::uint64_t names = 0;
  std::uint64_t addresses = 0;
  std::uint64_t field = 0;
  std::uint64_t base = 0;  // what to take from an address of a name: the image base in Visual C++ 6's delay imports
};

ImportedModule read_module(Context& context, const Tables& tables) {
  ImportedModule module;
  module.name = context.take_text(tables.name, tables.field, "the name of an imported module").value_or("");
  const ThunkKind kind = thunk_kind(context.image);
  for (std::uint64_t index = 0;; ++index) {
    const std::uint64_t rva = tables.names + index * kind.size;
    const auto thunk = take_thunk(context, rva, tables.field);
    if (!thunk || *thunk == 0) {
      return module;
    }
    ImportedSymbol symbol;
    symbol.slot = static_cast<std::uint32_t>(tables.addresses + index * kind.size);
    if ((*thunk & kind.ordinal_flag) != 0) {
      symbol.ordinal = static_cast<std::uint16_t>(*thunk & 0xFFFF);
    } else {
      const std::uint64_t field = context.memory.file_offset(rva).value_or(tables.field);
      const std::uint64_t entry = *thunk - tables.base;
      const auto hint = context.take<std::uint16_t>(entry, field, "the name of an imported symbol");
      const auto name = hint ? context.take_text(entry + 2, field, "the name of an imported symbol") : std::nullopt;
      symbol.hint = hint.value_or(0);
      symbol.name = name.value_or("");
    }
    module.symbols.push_back(std::move(symbol));
  }
}

}  // namespace

void read_imports(Context& context) {
  const DirectoryRange& directory = context.image.directory(Directory::Import);
  if (directory.address == 0) {
    return;
  }
  for (std::uint64_t rva = directory.address;; rva += sizeof(raw::ImportDescriptor)) {
    const auto descriptor =
        context.take<raw::ImportDescriptor>(rva, context.directory_field(Directory::Import), "the import directory");
    if (!descriptor || descriptor->name == 0 || descriptor->first_thunk == 0) {
      return;
    }
    Tables tables;
    tables.name = descriptor->name;
    // Borland's linker leaves the first table out: the address table then holds the names until it is bound.
    tables.names = descriptor->original_first_thunk != 0 ? descriptor->original_first_thunk : descriptor->first_thunk;
    tables.addresses = descriptor->first_thunk;
    tables.field = context.memory.file_offset(rva).value_or(context.directory_field(Directory::Import));
    context.image.imports.push_back(read_module(context, tables));
  }
}

void read_delay_imports(Context& context) {
  const DirectoryRange& directory = context.image.directory(Directory::DelayImport);
  if (directory.address == 0) {
    return;
  }
  for (std::uint64_t rva = directory.address;; rva += sizeof(raw::DelayImportDescriptor)) {
    const auto descriptor = context.take<raw::DelayImportDescriptor>(
        rva, context.directory_field(Directory::DelayImport), "the delay-import directory");
    if (!descriptor || descriptor->name == 0) {
      return;
    }
    Tables tables;
    tables.base = (descriptor->attributes & 1) != 0 ? 0 : context.image.image_base;
    // Addresses below the base wrap to far outside the image, where they are reported.
    tables.name = descriptor->name - tables.base;
    tables.names = descriptor->name_table - tables.base;
    tables.addresses = descriptor->address_table - tables.base;
    tables.field = context.memory.file_offset(rva).value_or(context.directory_field(Directory::DelayImport));
    context.image.delay_imports.push_back(read_module(context, tables));
  }
}

}  // namespace dllrepro::pe

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "harness/pe/format.hpp"
#include "harness/stub/section.hpp"
#include "harness/stub/spec.hpp"
#include "harness/stub/template.hpp"

namespace dllrepro::stub {

/// Where the address of one import will stand once it is bound.
struct ImportSlot {
  bool delayed = false;
  std::uint32_t address = 0;     ///< RVA of the address, of a static import
  std::uint32_t descriptor = 0;  ///< RVA of the descriptor, of a delayed import
  std::uint32_t index = 0;       ///< of the symbol in that descriptor
};

/// The tables of a spec's imports, in the section.
struct ImportTables {
  pe::raw::DataDirectory imports{};
  pe::raw::DataDirectory delay_imports{};  ///< zeros when there are none
  /// By DLL in lower case and symbol ("name" or "#3"); a static import goes before a delayed one.
  std::map<std::pair<std::string, std::string>, ImportSlot> slots;

  [[nodiscard]] const ImportSlot* find(const std::string& dll_name, const Symbol& symbol) const;
};

/// Writes import and delay-import directories: the template's own descriptors first, which point into the template.
/// Delay slots start as 0 rather than with a thunk's address, so that they need no relocation: the template binds them.
ImportTables write_imports(Section& section, const StubSpec& spec, const Template& base);

}  // namespace dllrepro::stub

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/stub/import_tables.hpp"
#include "harness/stub/section.hpp"
#include "harness/stub/spec.hpp"

namespace dllrepro::stub {

/// Names that a spec's actions give things, with their slots in the order of the alphabet.
struct ActionNames {
  std::map<std::string, std::uint32_t> modules;
  std::map<std::string, std::uint32_t> events;  ///< handle slots; threads come behind them
  std::map<std::string, std::uint32_t> threads;
  std::map<std::string, std::uint32_t> locks;
};

ActionNames collect_names(const StubSpec& spec);

/// Turns lists of actions into programs for the template's interpreter (stubs/format.h).
class Programs {
 public:
  Programs(Section& section, const StubSpec& spec, const ImportTables& imports);

  [[nodiscard]] const ActionNames& names() const { return m_names; }

  /// Returns the RVA of the program for a list, 0 for an empty one. Equal programs are stored once.
  std::uint32_t put(const Actions& actions);

  // For the compiler of one list.
  Section& section() { return m_section; }
  [[nodiscard]] const ImportTables& imports() const { return m_imports; }
  std::uint32_t put_text(const std::string& text, bool is_path);
  [[nodiscard]] const std::string& version() const { return m_version; }

 private:
  Section& m_section;
  const ImportTables& m_imports;
  ActionNames m_names;
  std::string m_version;
  std::map<std::vector<std::uint32_t>, std::uint32_t> m_known;
};

}  // namespace dllrepro::stub

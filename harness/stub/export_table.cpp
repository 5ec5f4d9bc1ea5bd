// SPDX-License-Identifier: MIT
#include "harness/stub/export_table.hpp"

#include <map>
#include <string>

#include <fmt/format.h>

#include "harness/util/error.hpp"

namespace dllrepro::stub {

namespace {

namespace raw = pe::raw;

[[noreturn]] void fail(std::string_view file_name, std::string message) {
  throw BadInput({{{std::string(file_name), 0, 0, "/exports"}, std::move(message)}});
}

/// Finds out which entry of the template an export points at, one per different program.
class Entries {
 public:
  Entries(const Template& base, std::string_view file_name) : m_base(base), m_file_name(file_name) {}

  std::uint32_t address_for(std::uint32_t program) {
    const auto [known, is_new] = m_numbers.try_emplace(program, m_programs.size());
    if (is_new) {
      if (m_programs.size() == m_base.entries.size()) {
        fail(m_file_name,
             fmt::format("exports with more than {} different behaviours; the stub template has one entry for "
                         "each, those that do the same share one",
                         m_base.entries.size()));
      }
      m_programs.push_back(program);
    }
    return m_base.entries[known->second];
  }

  [[nodiscard]] const std::vector<std::uint32_t>& programs() const { return m_programs; }

 private:
  const Template& m_base;
  std::string_view m_file_name;
  std::map<std::uint32_t, std::size_t> m_numbers;
  std::vector<std::uint32_t> m_programs;
};

/// Gives every export its ordinal: those that ask for one, then the others the lowest that are free.
std::map<std::uint32_t, const std::pair<const std::string, Export>*> assign_ordinals(
    const std::map<std::string, Export>& exports, std::string_view file_name) {
  std::map<std::uint32_t, const std::pair<const std::string, Export>*> by_ordinal;
  for (const auto& item : exports) {
    if (item.second.ordinal != 0) {
      by_ordinal.emplace(item.second.ordinal, &item);
    }
  }
  std::uint32_t next = 1;
  for (const auto& item : exports) {
    if (item.second.ordinal == 0) {
      while (by_ordinal.count(next) != 0) {
        ++next;
      }
      by_ordinal.emplace(next, &item);
    }
  }
  if (!by_ordinal.empty() && by_ordinal.rbegin()->first > UINT16_MAX) {
    fail(file_name, "more exports than the 65535 ordinals of an export directory");
  }
  return by_ordinal;
}

}  // namespace

ExportTable write_exports(Section& section, const StubSpec& spec, std::string_view file_name, const Template& base,
                          Programs& programs) {
  std::map<std::string, Export> exports = spec.exports;
  if (spec.default_export) {
    exports.try_emplace("stub");
  }
  const auto by_ordinal = assign_ordinals(exports, file_name);
  const std::uint32_t first = by_ordinal.empty() ? 1 : by_ordinal.begin()->first;
  const std::uint32_t count = by_ordinal.empty() ? 0 : by_ordinal.rbegin()->first - first + 1;

  // Programs lie outside of the directory's range, because an address inside of it means a forwarder.
  Entries entries(base, file_name);
  std::vector<std::uint32_t> addresses(count);
  for (const auto& [ordinal, item] : by_ordinal) {
    if (item->second.forward.empty()) {
      addresses[ordinal - first] = entries.address_for(programs.put(item->second.actions));
    }
  }

  raw::ExportDirectory directory{};
  ExportTable table;
  table.directory.virtual_address = section.reserve(sizeof directory);
  for (const auto& [ordinal, item] : by_ordinal) {
    if (const std::string& forward = item->second.forward; !forward.empty()) {
      addresses[ordinal - first] = section.put_all(forward.c_str(), forward.size() + 1, 1);
    }
  }
  std::map<std::string, std::uint16_t> index_by_name;
  for (const auto& [ordinal, item] : by_ordinal) {
    if (!item->second.noname) {
      index_by_name.emplace(item->first, static_cast<std::uint16_t>(ordinal - first));
    }
  }
  std::vector<std::uint32_t> names;
  std::vector<std::uint16_t> indices;
  for (const auto& [name, index] : index_by_name) {
    names.push_back(section.put_all(name.c_str(), name.size() + 1, 1));
    indices.push_back(index);
  }
  directory.ordinal_base = first;
  directory.number_of_functions = count;
  directory.number_of_names = static_cast<std::uint32_t>(names.size());
  directory.address_of_functions = section.put_all(addresses.data(), addresses.size());
  directory.address_of_names = section.put_all(names.data(), names.size());
  directory.address_of_name_ordinals = section.put_all(indices.data(), indices.size(), 2);
  // Last, because objdump (binutils 2.40) refuses to read a table that ends where the directory does.
  const std::string own_name = spec.name.empty() ? std::string(file_name) : spec.name;
  directory.name = section.put_all(own_name.c_str(), own_name.size() + 1, 1);
  section.set(table.directory.virtual_address, directory);
  table.directory.size = section.end() - table.directory.virtual_address;
  table.entry_programs = entries.programs();
  return table;
}

}  // namespace dllrepro::stub

// SPDX-License-Identifier: MIT
#include "harness/stub/compose.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "harness/pe/format.hpp"
#include "harness/pe/image.hpp"
#include "harness/stub/export_table.hpp"
#include "harness/stub/import_tables.hpp"
#include "harness/stub/programs.hpp"
#include "harness/stub/resource_table.hpp"
#include "harness/stub/section.hpp"
#include "harness/stub/template.hpp"
#include "stubs/format.h"

namespace dllrepro::stub {

namespace {

namespace raw = pe::raw;

constexpr std::uint32_t k_readable_writable_data = 0xC0000040;

/// The data directories that the section replaces; others stay the template's.
using Directories = std::vector<std::pair<pe::Directory, raw::DataDirectory>>;

std::uint32_t round_up(std::size_t size, std::uint32_t alignment) {
  return static_cast<std::uint32_t>((size + alignment - 1) / alignment * alignment);
}

template <typename LoadConfig>
raw::DataDirectory write_load_config(Section& section, std::uint16_t flags) {
  LoadConfig config{};
  config.size = sizeof config;
  config.dependent_load_flags = flags;
  return {section.put(config, 8), sizeof config};
}

/// Reserves what the template's interpreter keeps at run time, and fills the configuration in.
void write_configuration(Section& section, std::uint32_t place, const StubSpec& spec, const ExportTable& exports,
                         Programs& programs) {
  const ActionNames& names = programs.names();
  stub_configuration configuration{};
  configuration.attach = programs.put(spec.on_attach);
  configuration.detach = programs.put(spec.on_detach);
  configuration.thread_attach = programs.put(spec.on_thread_attach);
  configuration.thread_detach = programs.put(spec.on_thread_detach);
  configuration.tls_callback = programs.put(spec.tls_callback);
  configuration.entry_programs = section.put_all(exports.entry_programs.data(), exports.entry_programs.size());
  configuration.entry_count = static_cast<std::uint32_t>(exports.entry_programs.size());
  configuration.modules = section.reserve(names.modules.size() * sizeof(std::uint64_t), 8);
  configuration.handles = section.reserve((names.events.size() + names.threads.size()) * sizeof(std::uint64_t), 8);
  configuration.event_count = static_cast<std::uint32_t>(names.events.size());
  configuration.locks = section.reserve(names.locks.size() * STUB_LOCK_SIZE, 8);
  configuration.lock_count = static_cast<std::uint32_t>(names.locks.size());
  section.set(place, configuration);
}

/// The image under construction: the template's bytes, changed in place.
class ImageWriter {
 public:
  explicit ImageWriter(const Template& base) : m_base(base) {
    const auto* const bytes = reinterpret_cast<const std::byte*>(base.bytes.data());
    m_bytes.assign(bytes, bytes + base.bytes.size());
  }

  void append(const Section& section) {
    raw::SectionHeader header{};
    std::memcpy(header.name, ".stub", 5);
    header.virtual_size = static_cast<std::uint32_t>(section.bytes().size());
    header.virtual_address = section.address();
    header.size_of_raw_data = round_up(section.bytes().size(), m_base.file_alignment);
    header.pointer_to_raw_data = static_cast<std::uint32_t>(m_bytes.size());
    header.characteristics = k_readable_writable_data;
    set(m_base.section_headers + m_base.section_count * sizeof header, header);
    m_bytes.insert(m_bytes.end(), section.bytes().begin(), section.bytes().end());
    m_bytes.resize(header.pointer_to_raw_data + std::size_t{header.size_of_raw_data});
    if (m_base.is_64_bit) {
      grow<raw::OptionalHeader64>(header);
    } else {
      grow<raw::OptionalHeader32>(header);
    }
  }

  void set_file_header(std::uint32_t timestamp) {
    auto header = get<raw::FileHeader>(m_base.file_header);
    header.number_of_sections = static_cast<std::uint16_t>(m_base.section_count + 1);
    header.time_date_stamp = timestamp;
    set(m_base.file_header, header);
  }

  void set_directories(const Directories& directories) {
    for (const auto& [index, directory] : directories) {
      set(m_base.directories + static_cast<std::size_t>(index) * sizeof directory, directory);
    }
  }

  void set_configuration(std::uint32_t address) { set(m_base.configuration_word, address); }

  std::vector<std::byte> take() { return std::move(m_bytes); }

 private:
  template <typename T>
  [[nodiscard]] T get(std::size_t offset) const {
    T value;
    std::memcpy(&value, m_bytes.data() + offset, sizeof value);
    return value;
  }

  template <typename T>
  void set(std::size_t offset, const T& value) {
    std::memcpy(m_bytes.data() + offset, &value, sizeof value);
  }

  template <typename OptionalHeader>
  void grow(const raw::SectionHeader& section) {
    auto header = get<OptionalHeader>(m_base.optional_header);
    header.size_of_initialized_data += section.size_of_raw_data;
    header.size_of_image = section.virtual_address + round_up(section.virtual_size, m_base.section_alignment);
    set(m_base.optional_header, header);
  }

  const Template& m_base;
  std::vector<std::byte> m_bytes;
};

}  // namespace

std::vector<std::byte> compose(const StubSpec& spec, std::string_view file_name) {
  const Template& base = template_for(spec.machine);
  Section section(base.next_address);
  const std::uint32_t configuration = section.reserve(sizeof(stub_configuration), 8);
  const ImportTables imports = write_imports(section, spec, base);
  Programs programs(section, spec, imports);
  const ExportTable exports = write_exports(section, spec, file_name, base, programs);
  write_configuration(section, configuration, spec, exports, programs);

  Directories directories = {{pe::Directory::Export, exports.directory},
                             {pe::Directory::Import, imports.imports},
                             {pe::Directory::Resource, write_resources(section, spec, file_name)},
                             {pe::Directory::DelayImport, imports.delay_imports}};
  if (spec.dependent_load_flags) {
    directories.emplace_back(pe::Directory::LoadConfig,
                             base.is_64_bit
                                 ? write_load_config<raw::LoadConfig64>(section, *spec.dependent_load_flags)
                                 : write_load_config<raw::LoadConfig32>(section, *spec.dependent_load_flags));
  }

  // The template's directory, which is whole, stays where it is asked for.
  if (spec.tls_callback.empty()) {
    directories.emplace_back(pe::Directory::ThreadStorage, raw::DataDirectory{});
  }

  ImageWriter image(base);
  image.append(section);
  image.set_file_header(spec.timestamp);
  image.set_directories(directories);
  image.set_configuration(configuration);
  std::vector<std::byte> bytes = image.take();
  bytes.resize(std::max<std::size_t>(bytes.size(), static_cast<std::size_t>(spec.pad_to)));
  return spec.corrupt ? corrupt(std::move(bytes), *spec.corrupt) : bytes;
}

}  // namespace dllrepro::stub

// SPDX-License-Identifier: MIT
#include "harness/stub/resource_table.hpp"

#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "harness/stub/text.hpp"
#include "harness/stub/version.hpp"

namespace dllrepro::stub {

namespace {

namespace raw = pe::raw;

constexpr std::uint32_t k_version_type = 16;
constexpr std::uint32_t k_manifest_type = 24;
constexpr std::uint32_t k_english = 0x0409;
constexpr std::uint16_t k_unicode_code_page = 1200;

/// A node of a VS_VERSIONINFO tree: {length, value length, type, key, padding, value, padding, children}, the length
/// set once the node is closed. Lengths of text values count units, those of binary ones bytes.
class VersionWriter {
 public:
  std::size_t open(std::u16string_view key, bool is_text) {
    pad();
    const std::size_t start = m_bytes.size();
    put16(0);
    put16(0);
    put16(is_text ? 1 : 0);
    put_units(key);
    put16(0);
    pad();
    return start;
  }

  void close(std::size_t start) { set16(start, m_bytes.size() - start); }

  template <typename T>
  void value(std::size_t start, const T& value) {
    set16(start + 2, sizeof value);
    const auto* const bytes = reinterpret_cast<const std::byte*>(&value);
    m_bytes.insert(m_bytes.end(), bytes, bytes + sizeof value);
  }

  void text(std::u16string_view key, std::u16string_view text) {
    const std::size_t start = open(key, true);
    set16(start + 2, text.size() + 1);
    put_units(text);
    put16(0);
    close(start);
  }

  [[nodiscard]] const std::vector<std::byte>& bytes() const { return m_bytes; }

 private:
  void pad() { m_bytes.resize((m_bytes.size() + 3) / 4 * 4); }
  void put16(std::size_t number) {
    m_bytes.resize(m_bytes.size() + 2);
    set16(m_bytes.size() - 2, number);
  }
  void set16(std::size_t place, std::size_t number) {
    const auto value = static_cast<std::uint16_t>(number);
    std::memcpy(m_bytes.data() + place, &value, sizeof value);
  }
  void put_units(std::u16string_view units) {
    for (const char16_t unit : units) {
      put16(unit);
    }
  }

  std::vector<std::byte> m_bytes;
};

raw::FixedFileInfo fixed_info(const Version& version) {
  const auto file = parse_version(version.file).value_or(std::array<std::uint16_t, 4>{});
  const auto product = version.product.empty() ? file : parse_version(version.product).value_or(file);
  const auto join = [](std::uint16_t high, std::uint16_t low) { return std::uint32_t{high} << 16 | low; };
  raw::FixedFileInfo info{};
  info.signature = raw::k_fixed_file_info_signature;
  info.structure_version = 0x00010000;
  info.file_version_high = join(file[0], file[1]);
  info.file_version_low = join(file[2], file[3]);
  info.product_version_high = join(product[0], product[1]);
  info.product_version_low = join(product[2], product[3]);
  info.file_flags_mask = 0x3F;
  info.file_os = 0x00040004;  // VOS_NT_WINDOWS32
  info.file_type = 2;         // VFT_DLL
  return info;
}

std::vector<std::byte> version_bytes(const Version& version, std::string_view file_name) {
  std::map<std::string, std::string> strings = version.strings;
  strings.try_emplace("FileVersion", version.file);
  strings.try_emplace("ProductVersion", version.product.empty() ? version.file : version.product);
  strings.try_emplace("OriginalFilename", file_name);
  VersionWriter writer;
  const std::size_t root = writer.open(u"VS_VERSION_INFO", false);
  writer.value(root, fixed_info(version));
  const std::size_t string_info = writer.open(u"StringFileInfo", true);
  const std::size_t table = writer.open(u"040904b0", true);
  for (const auto& [key, value] : strings) {
    writer.text(utf16_from_utf8(key), utf16_from_utf8(value));
  }
  writer.close(table);
  writer.close(string_info);
  const std::size_t variable_info = writer.open(u"VarFileInfo", true);
  const std::size_t translation = writer.open(u"Translation", false);
  writer.value(translation, std::uint32_t{k_unicode_code_page} << 16 | k_english);
  writer.close(translation);
  writer.close(variable_info);
  writer.close(root);
  return writer.bytes();
}

struct Resource {
  std::uint32_t type;
  std::uint32_t id;
  std::vector<std::byte> bytes;
};

/// Writes a directory with one entry per id; the entry's offset is left to the caller. Returns where it starts.
std::uint32_t put_directory(Section& section, const std::vector<std::uint32_t>& ids) {
  raw::ResourceDirectory directory{};
  directory.number_of_id_entries = static_cast<std::uint16_t>(ids.size());
  const std::uint32_t place = section.put(directory);
  for (const std::uint32_t id : ids) {
    section.put(raw::ResourceEntry{id, 0});
  }
  return place;
}

}  // namespace

raw::DataDirectory write_resources(Section& section, const StubSpec& spec, std::string_view file_name) {
  std::vector<Resource> resources;  // types in ascending order, as the format wants them
  if (spec.version) {
    resources.push_back({k_version_type, 1, version_bytes(*spec.version, file_name)});
  }
  if (!spec.manifest.empty()) {
    const auto* const bytes = reinterpret_cast<const std::byte*>(spec.manifest.data());
    resources.push_back({k_manifest_type, 2, {bytes, bytes + spec.manifest.size()}});
  }
  if (resources.empty()) {
    return {};
  }
  constexpr std::uint32_t k_is_directory = 0x80000000;
  const auto first_entry = [](std::uint32_t directory) {
    return directory + static_cast<std::uint32_t>(sizeof(raw::ResourceDirectory));
  };
  std::vector<std::uint32_t> types;
  for (const Resource& resource : resources) {
    types.push_back(resource.type);
  }
  const std::uint32_t root = put_directory(section, types);
  for (std::size_t index = 0; index < resources.size(); ++index) {
    const Resource& resource = resources[index];
    const std::uint32_t ids = put_directory(section, {resource.id});
    const std::uint32_t languages = put_directory(section, {k_english});
    const std::uint32_t data = section.reserve(sizeof(raw::ResourceData));
    const std::uint32_t bytes = section.put_all(resource.bytes.data(), resource.bytes.size(), 8);
    section.set(first_entry(root) + static_cast<std::uint32_t>(index * sizeof(raw::ResourceEntry)),
                raw::ResourceEntry{resource.type, (ids - root) | k_is_directory});
    section.set(first_entry(ids), raw::ResourceEntry{resource.id, (languages - root) | k_is_directory});
    section.set(first_entry(languages), raw::ResourceEntry{k_english, data - root});
    section.set(data, raw::ResourceData{bytes, static_cast<std::uint32_t>(resource.bytes.size()), 0, 0});
  }
  return {root, section.end() - root};
}

}  // namespace dllrepro::stub

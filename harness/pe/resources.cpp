// SPDX-License-Identifier: MIT
#include "harness/pe/resources.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "harness/pe/format.hpp"
#include "harness/pe/utf16.hpp"
#include "harness/pe/version.hpp"

namespace dllrepro::pe {

namespace {

constexpr std::uint32_t k_version_type = 16;
constexpr std::uint32_t k_manifest_type = 24;
constexpr std::uint32_t k_high_bit = 0x80000000U;
constexpr std::size_t k_levels = 3;

class ResourceReader {
 public:
  explicit ResourceReader(Context& context)
      : m_context(context), m_root(context.image.directory(Directory::Resource).address) {}

  /// Reads one directory and all below it. `path` holds the ids so far; its length is the level.
  void read_directory(std::uint32_t offset, std::vector<ResourceId>& path) {
    const auto directory = m_context.take<raw::ResourceDirectory>(at(offset), field(), "a resource directory");
    if (!directory) {
      return;
    }
    const std::uint32_t count = std::uint32_t{directory->number_of_named_entries} + directory->number_of_id_entries;
    for (std::uint32_t number = 0; number < count; ++number) {
      const std::uint64_t rva = at(offset) + sizeof(raw::ResourceDirectory) + number * sizeof(raw::ResourceEntry);
      const auto entry = m_context.take<raw::ResourceEntry>(rva, field(), "an entry of a resource directory");
      if (!entry) {
        return;
      }
      path.push_back(read_id(entry->name));
      read_entry(*entry, rva, path);
      path.pop_back();
    }
  }

 private:
  /// `rva`: the entry's own.
  void read_entry(const raw::ResourceEntry& entry, std::uint64_t rva, std::vector<ResourceId>& path) {
    const bool is_directory = (entry.offset & k_high_bit) != 0;
    if (is_directory && path.size() < k_levels) {
      read_directory(entry.offset & ~k_high_bit, path);
    } else if (is_directory) {
      // A loop of directories ends here too.
      m_context.add_anomaly_at(rva, field(), "resource directories are nested more than three deep");
    } else if (path.size() < k_levels) {
      m_context.add_anomaly_at(rva, field(),
                               fmt::format("a resource at level {}, where directories are expected", path.size()));
    } else {
      read_data(entry.offset, path);
    }
  }

  ResourceId read_id(std::uint32_t name) {
    if ((name & k_high_bit) == 0) {
      return {name, ""};
    }
    const std::uint64_t rva = at(name & ~k_high_bit);
    const auto length = m_context.take<std::uint16_t>(rva, field(), "the name of a resource");
    if (!length || !m_context.spend(2 * std::uint64_t{*length})) {
      return {};
    }
    std::u16string text(*length, u'\0');
    if (!m_context.memory.copy(rva + 2, std::as_writable_bytes(std::span(text)))) {
      m_context.add_anomaly_at(rva, field(), "the name of a resource lies outside the image");
      return {};
    }
    return {0, utf8_from_utf16(text)};
  }

  void read_data(std::uint32_t offset, const std::vector<ResourceId>& path) {
    const auto data = m_context.take<raw::ResourceData>(at(offset), field(), "the description of a resource");
    if (!data) {
      return;
    }
    m_context.image.resources.push_back({path[0], path[1], path[2], data->offset_to_data, data->size});
    const bool is_version = is(path[0], k_version_type) && !m_context.image.version;
    const bool is_manifest = is(path[0], k_manifest_type);
    if (!is_version && !is_manifest) {
      return;
    }
    const std::uint64_t place = m_context.memory.file_offset(at(offset)).value_or(field());
    if (data->size > m_context.file.size()) {
      m_context.add_anomaly(place, fmt::format("a resource of {} bytes, more than the file has", data->size));
      return;
    }
    if (!m_context.spend(data->size)) {
      return;
    }
    std::vector<std::byte> bytes(data->size);
    if (!m_context.memory.copy(data->offset_to_data, bytes)) {
      m_context.add_anomaly(place, fmt::format("a resource at RVA {:#x} lies outside the image", data->offset_to_data));
    } else if (is_version) {
      take_version(bytes, data->offset_to_data, place);
    } else {
      take_manifest(bytes, path[1]);
    }
  }

  void take_version(const std::vector<std::byte>& bytes, std::uint32_t rva, std::uint64_t place) {
    m_context.image.version = read_version(View(bytes), [&](std::uint64_t offset, std::string message) {
      m_context.add_anomaly_at(rva + offset, place, std::move(message));
    });
  }

  void take_manifest(const std::vector<std::byte>& bytes, const ResourceId& name) {
    std::string text(bytes.size(), '\0');
    std::transform(bytes.begin(), bytes.end(), text.begin(), [](std::byte byte) { return static_cast<char>(byte); });
    if (text.starts_with("\xEF\xBB\xBF")) {
      text.erase(0, 3);
    } else if (text.starts_with("\xFF\xFE")) {
      std::u16string wide;
      for (std::size_t index = 2; index + 1 < text.size(); index += 2) {
        wide.push_back(static_cast<char16_t>(static_cast<unsigned char>(text[index]) |
                                             static_cast<unsigned char>(text[index + 1]) << 8));
      }
      text = utf8_from_utf16(wide);
    }
    m_context.image.manifests.push_back({name, std::move(text)});
  }

  static bool is(const ResourceId& id, std::uint32_t wanted) { return id.text.empty() && id.id == wanted; }
  [[nodiscard]] std::uint64_t at(std::uint32_t offset) const { return std::uint64_t{m_root} + offset; }
  [[nodiscard]] std::uint64_t field() const { return m_context.directory_field(Directory::Resource); }

  Context& m_context;
  std::uint32_t m_root;
};

}  // namespace

void read_resources(Context& context) {
  if (!context.image.has(Directory::Resource)) {
    return;
  }
  std::vector<ResourceId> path;
  ResourceReader(context).read_directory(0, path);
}

}  // namespace dllrepro::pe

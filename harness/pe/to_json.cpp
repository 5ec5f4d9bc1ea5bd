// SPDX-License-Identifier: MIT
#include "harness/pe/to_json.hpp"

#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/pe/lookup.hpp"
#include "harness/pe/utf16.hpp"

namespace dllrepro::pe {

namespace {

std::string hex(std::uint64_t number) {
  return fmt::format("{:#x}", number);
}

constexpr std::string_view k_directory_names[] = {"export",           "import",         "resource",    "exception",
                                                  "security",         "relocation",     "debug",       "architecture",
                                                  "global_pointer",   "thread_storage", "load_config", "bound_import",
                                                  "import_addresses", "delay_import",   "clr",         "reserved"};
static_assert(std::size(k_directory_names) == std::tuple_size_v<decltype(Image::directories)>);

Json directories_to_json(const Image& image) {
  Json directories = Json::object();
  for (std::size_t index = 0; index < image.directories.size(); ++index) {
    const DirectoryRange& range = image.directories[index];
    if (range.address != 0 || range.size != 0) {
      directories[std::string(k_directory_names[index])] = {{"address", hex(range.address)}, {"size", range.size}};
    }
  }
  return directories;
}

Json sections_to_json(const Image& image) {
  Json sections = Json::array();
  for (const Section& section : image.sections) {
    sections.push_back({{"name", printable(section.name)},
                        {"address", hex(section.address)},
                        {"size", section.size},
                        {"raw_offset", hex(section.raw_offset)},
                        {"raw_size", section.raw_size},
                        {"characteristics", hex(section.characteristics)}});
  }
  return sections;
}

Json imports_to_json(const std::vector<ImportedModule>& modules) {
  Json imports = Json::array();
  for (const ImportedModule& module : modules) {
    Json symbols = Json::array();
    for (const ImportedSymbol& symbol : module.symbols) {
      if (symbol.ordinal) {
        symbols.push_back({{"ordinal", *symbol.ordinal}});
      } else {
        symbols.push_back(printable(symbol.name));
      }
    }
    imports.push_back({{"module", printable(module.name)}, {"symbols", std::move(symbols)}});
  }
  return imports;
}

Json exports_to_json(const ExportTable& table) {
  Json entries = Json::array();
  for (const Export& entry : table.entries) {
    Json item = {{"ordinal", entry.ordinal}};
    if (entry.name.empty()) {
      item["noname"] = true;
    } else {
      item["name"] = printable(entry.name);
    }
    if (entry.forward.empty()) {
      item["address"] = hex(entry.address);
    } else {
      item["forward"] = printable(entry.forward);
    }
    entries.push_back(std::move(item));
  }
  return {{"module", printable(table.module)},
          {"ordinal_base", table.ordinal_base},
          {"timestamp", table.timestamp},
          {"entries", std::move(entries)}};
}

Json id_to_json(const ResourceId& id) {
  return id.text.empty() ? Json(id.id) : Json(printable(id.text));
}

Json resources_to_json(const Image& image) {
  Json resources = Json::array();
  for (const Resource& resource : image.resources) {
    resources.push_back({{"type", id_to_json(resource.type)},
                         {"name", id_to_json(resource.name)},
                         {"language", id_to_json(resource.language)},
                         {"address", hex(resource.address)},
                         {"size", resource.size}});
  }
  return resources;
}

Json version_to_json(const Version& version) {
  Json json = Json::object();
  if (version.has_numbers) {
    json["file"] = fmt::format("{}", fmt::join(version.file, "."));
    json["product"] = fmt::format("{}", fmt::join(version.product, "."));
  }
  for (const VersionStrings& strings : version.strings) {
    Json& block = json["strings"][printable(strings.block)];
    block = Json::object();
    for (const auto& [key, value] : strings.values) {
      block[printable(key)] = printable(value);
    }
  }
  return json;
}

Json headers_to_json(const Image& image) {
  return {{"file_size", image.file_size},
          {"machine", machine_name(image.machine)},
          {"format", image.is_pe32_plus() ? "PE32+" : "PE32"},
          {"dll", image.is_dll()},
          {"characteristics", hex(image.characteristics)},
          {"dll_characteristics", hex(image.dll_characteristics)},
          {"subsystem", image.subsystem},
          {"timestamp", image.timestamp},
          {"checksum", hex(image.checksum)},
          {"entry_point", hex(image.entry_point)},
          {"image_base", hex(image.image_base)},
          {"size_of_image", hex(image.size_of_image)},
          {"size_of_headers", hex(image.size_of_headers)},
          {"section_alignment", hex(image.section_alignment)},
          {"file_alignment", hex(image.file_alignment)},
          {"overlay_size", image.overlay_size}};
}

void add_small_directories(const Image& image, Json& json) {
  if (image.load_config) {
    json["load_config"] = {{"size", image.load_config->size},
                           {"dependent_load_flags", hex(image.load_config->dependent_load_flags)},
                           {"security_cookie", hex(image.load_config->security_cookie)},
                           {"guard_flags", hex(image.load_config->guard_flags)}};
  }
  for (const DebugEntry& entry : image.debug) {
    Json item = {{"type", entry.type}, {"size", entry.size}};
    if (!entry.pdb.empty()) {
      item["pdb"] = printable(entry.pdb);
    }
    json["debug"].push_back(std::move(item));
  }
  if (image.clr) {
    json["clr"] = {{"runtime", fmt::format("{}.{}", image.clr->major_version, image.clr->minor_version)},
                   {"flags", hex(image.clr->flags)}};
  }
}

}  // namespace

Json to_json(const Image& image) {
  Json json = headers_to_json(image);
  json["directories"] = directories_to_json(image);
  json["sections"] = sections_to_json(image);
  json["imports"] = imports_to_json(image.imports);
  json["delay_imports"] = imports_to_json(image.delay_imports);
  if (image.exports) {
    json["exports"] = exports_to_json(*image.exports);
  }
  json["resources"] = resources_to_json(image);
  if (image.version) {
    json["version"] = version_to_json(*image.version);
  }
  for (const Manifest& manifest : image.manifests) {
    json["manifests"].push_back({{"name", id_to_json(manifest.name)}, {"text", printable(manifest.text)}});
  }
  add_small_directories(image, json);
  json["anomalies"] = Json::array();
  for (const Anomaly& anomaly : image.anomalies) {
    json["anomalies"].push_back({{"offset", hex(anomaly.offset)}, {"message", printable(anomaly.message)}});
  }
  return json;
}

}  // namespace dllrepro::pe

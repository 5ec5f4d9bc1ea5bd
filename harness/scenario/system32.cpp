// SPDX-License-Identifier: MIT
#include "harness/scenario/system32.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "harness/util/ascii.hpp"
#include "harness/util/digest.hpp"

namespace dllrepro::scenario {

namespace {

/// The base name of a DLL as it is compared; nothing, and a report, where it is none.
std::optional<std::string> base_name(const JsonCursor& cursor, const std::string& name) {
  if (name.empty() || name.find_first_of("/\\:") != std::string::npos || name.find('.') == std::string::npos) {
    cursor.report("expected the base name of a DLL, such as \"msvcp140.dll\"");
    return std::nullopt;
  }
  return ascii_lower(name);
}

void put(std::vector<std::string>& names, const std::string& name) {
  const auto place = std::lower_bound(names.begin(), names.end(), name);
  if (place == names.end() || *place != name) {
    names.insert(place, name);
  }
}

}  // namespace

void System32::add(const JsonCursor& machine) {
  const auto forget = [&](const std::string& name) {
    std::erase(without, name);
    std::erase(with, name);
    files.erase(name);
  };
  for (const char* key : {"without", "with"}) {
    const auto list = machine.find(key);
    for (const JsonCursor& element : list ? list->one_or_many() : std::vector<JsonCursor>{}) {
      const auto text = element.text();
      const auto name = text ? base_name(element, *text) : std::nullopt;
      if (name) {
        forget(*name);
        put(key == std::string_view("with") ? with : without, *name);
      }
    }
  }
  const auto added = machine.find("system32");
  for (const auto& [text, content] : added ? added->members() : std::vector<std::pair<std::string, JsonCursor>>{}) {
    const auto name = base_name(content, text);
    stub::StubSpec spec = stub::parse_stub_spec(content);
    if (name) {
      forget(*name);
      files.emplace(*name, std::move(spec));
    }
  }
}

const std::vector<std::string>& system32_keys() {
  static const std::vector<std::string> keys{"without", "with", "system32"};
  return keys;
}

Json to_json(const System32& machine) {
  Json json{{"without", machine.without}, {"with", machine.with}, {"system32", Json::object()}};
  for (const auto& [name, spec] : machine.files) {
    json["system32"][name] = stub::to_json(spec);
  }
  return json;
}

std::string key_of(const System32& machine) {
  return machine.is_plain() ? "" : fmt::format("{:016x}", stable_digest(to_json(machine).dump()));
}

}  // namespace dllrepro::scenario

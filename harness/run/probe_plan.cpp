// SPDX-License-Identifier: MIT
#include "harness/run/probe_plan.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "harness/loader/plan.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::run {
namespace {

/// "3.12" is {prefix}/python312.dll.
std::string python_dll(std::string version, const tree::PlaceMap& places) {
  std::erase(version, '.');
  return path_to_utf8(places.file_of(fmt::format("{{prefix}}/python{}.dll", version)));
}

/// PATH as the child has it at its start, the last entry first.
std::vector<std::string> path_entries(const std::map<std::string, std::string>& environment) {
  std::vector<std::string> entries;
  const auto path = environment.find("PATH");
  std::string_view rest = path == environment.end() ? std::string_view() : path->second;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    entries.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  std::reverse(entries.begin(), entries.end());
  return entries;
}

Json host_of(const scenario::Host& host, const tree::PlaceMap& places,
             const std::map<std::string, std::string>& environment) {
  Json json{{"default_dll_directories", host.default_dll_directories}};
  json["dll_directories"] = Json::array();
  for (const tree::TreePath& folder : host.dll_directories) {
    if (folder == scenario::Host::k_path_entries) {
      for (std::string& entry : path_entries(environment)) {
        json["dll_directories"].push_back(std::move(entry));
      }
    } else {
      json["dll_directories"].push_back(path_to_utf8(places.file_of(folder)));
    }
  }
  if (host.set_dll_directory) {
    // "" is a setting of its own: it takes the current directory out of the search (row L13 of the record).
    json["set_dll_directory"] =
        host.set_dll_directory->empty() ? "" : path_to_utf8(places.file_of(*host.set_dll_directory));
  }
  json["extension_flags"] = host.extension_flags;
  return json;
}

}  // namespace

Json probe_plan(const scenario::Cell& cell, const tree::PlaceMap& places,
                const std::map<std::string, std::string>& environment, const std::string& python) {
  Json plan{{"protocol", loader::k_protocol}};
  plan["places"] = Json::object();
  for (const auto& [name, folder] : places.entries()) {
    plan["places"][name] = folder;
  }
  plan["host"] = host_of(cell.host, places, environment);
  const scenario::Host& child = cell.host.child ? *cell.host.child : cell.host;
  plan["host"]["child"] = host_of(child, places, environment);
  plan["host"]["child"]["executable"] = path_to_utf8(places.file_of(child.executable));
  if (!cell.host.python.empty()) {
    plan["host"]["python"] = python_dll(python, places);
  }
  plan["parameters"] = Json::object();
  for (const auto& [name, value] : cell.loader_parameters) {
    plan["parameters"][name] = value;
  }
  if (!cell.catalogs.empty()) {
    plan["catalogs"] = cell.catalogs;
  }
  plan["loader"] = loader::to_json(cell.loader);
  plan["steps"] = loader::to_json(cell.steps);
  return plan;
}

Location location_of_step(const scenario::Cell& cell, std::string_view pointer) {
  const auto in = [&](std::string_view list, const std::vector<loader::Operation>& operations) {
    const loader::Operation* operation =
        pointer.starts_with(list) ? loader::operation_at(operations, pointer.substr(list.size())) : nullptr;
    return operation == nullptr ? Location{} : operation->location;
  };
  const Location location = in("/loader", cell.loader);
  return location.file.empty() ? in("/steps", cell.steps) : location;
}

}  // namespace dllrepro::run

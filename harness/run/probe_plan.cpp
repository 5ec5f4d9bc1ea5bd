// SPDX-License-Identifier: MIT
#include "harness/run/probe_plan.hpp"

#include "harness/loader/plan.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::run {
namespace {

Json host_of(const scenario::Host& host, const tree::PlaceMap& places) {
  Json json{{"default_dll_directories", host.default_dll_directories}};
  json["dll_directories"] = Json::array();
  for (const tree::TreePath& folder : host.dll_directories) {
    json["dll_directories"].push_back(path_to_utf8(places.file_of(folder)));
  }
  if (host.set_dll_directory) {
    // "" is a setting of its own: it takes the current directory out of the search (loader-facts.md row 13).
    json["set_dll_directory"] =
        host.set_dll_directory->empty() ? "" : path_to_utf8(places.file_of(*host.set_dll_directory));
  }
  json["extension_flags"] = host.extension_flags;
  return json;
}

}  // namespace

Json probe_plan(const scenario::Cell& cell, const tree::PlaceMap& places) {
  Json plan{{"protocol", loader::k_protocol}};
  plan["places"] = Json::object();
  for (const auto& [name, folder] : places.entries()) {
    plan["places"][name] = folder;
  }
  plan["host"] = host_of(cell.host, places);
  plan["parameters"] = Json::object();
  for (const auto& [name, value] : cell.loader_parameters) {
    plan["parameters"][name] = value;
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

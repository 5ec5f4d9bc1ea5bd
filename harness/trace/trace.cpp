// SPDX-License-Identifier: MIT
#include "harness/trace/trace.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace dllrepro::trace {

namespace {

double rounded(double milliseconds) {
  return std::round(milliseconds * 10) / 10;
}

std::string status_text(std::uint32_t status) {
  return fmt::format("0x{:08X}", status);
}

Json to_json(const Load& load) {
  Json json{{"at_ms", rounded(load.at)}, {"name", load.name}, {"asker", name_of(load.asker)}};
  json["module"] = load.module.empty() ? Json() : Json(load.module);
  if (!load.by.empty()) {
    json["by"] = load.by;
  }
  if (load.status != 0) {
    json["status"] = status_text(load.status);
    json["folders"] = load.folders;
    json["folders_cut"] = load.folders_cut;
  }
  if (load.parent != Load::k_no_parent) {
    json["inside_of"] = load.parent;
  }
  return json;
}

Json to_json(const Process& process) {
  Json json{{"id", process.id},
            {"parent", process.parent},
            {"program", process.program},
            {"began_ms", rounded(process.began)},
            {"left_behind", process.left_behind}};
  json["ended_ms"] = process.ended ? Json(rounded(*process.ended)) : Json();
  json["exit_code"] = process.ended ? Json(process.exit_code) : Json();
  json["crash"] = Json();
  if (process.crash) {
    json["crash"] = {{"at_ms", rounded(process.crash->at)},
                     {"status", status_text(process.crash->status)},
                     {"place", process.crash->place}};
  }
  json["loads"] = Json::array();
  for (const Load& load : process.loads) {
    json["loads"].push_back(to_json(load));
  }
  json["unfinished"] = process.unfinished;
  json["unbound_imports"] = Json::array();
  for (const UnboundImport& import : process.unbound) {
    json["unbound_imports"].push_back({{"at_ms", rounded(import.at)}, {"name", import.name}, {"by", import.by}});
  }
  return json;
}

}  // namespace

std::string_view name_of(Asker asker) {
  constexpr std::array<std::string_view, 4> names{"start", "import", "initialiser", "call"};
  return names.at(static_cast<std::size_t>(asker));
}

Json to_json(const Trace& trace) {
  Json json{{"format", 1}, {"time_over", trace.time_over}, {"loader_told", trace.loader_told}};
  json["processes"] = Json::array();
  for (const Process& process : trace.processes) {
    json["processes"].push_back(to_json(process));
  }
  return json;
}

}  // namespace dllrepro::trace

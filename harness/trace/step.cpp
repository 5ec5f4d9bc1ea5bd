// SPDX-License-Identifier: MIT
#include "harness/trace/step.hpp"

#include <algorithm>
#include <array>

namespace dllrepro::trace {

namespace {

constexpr std::array<std::string_view, 19> k_words{"process", "mapped",      "unmapped",     "exception", "message",
                                                   "exit",    "left_behind", "time_over",    "look",      "folders",
                                                   "tried",   "resident",    "loaded",       "failed",    "ended",
                                                   "missing", "no_export",   "attach_begin", "attach_end"};

void put(Json& json, const char* name, const std::string& text) {
  if (!text.empty()) {
    json[name] = text;
  }
}

}  // namespace

Json to_json(const Step& step) {
  Json json{{"step", k_words.at(static_cast<std::size_t>(step.kind))}, {"at", step.at}, {"process", step.process}};
  if (step.thread != 0) {
    json["thread"] = step.thread;
  }
  put(json, "name", step.name);
  put(json, "module", step.module);
  put(json, "place", step.place);
  if (!step.folders.empty()) {
    json["folders"] = step.folders;
  }
  if (step.folders_cut) {
    json["folders_cut"] = true;
  }
  if (!step.imports.empty()) {
    json["imports"] = step.imports;
  }
  if (step.status != 0) {
    json["status"] = step.status;
  }
  if (step.parent != 0) {
    json["parent"] = step.parent;
  }
  if (step.last_chance) {
    json["last_chance"] = true;
  }
  return json;
}

std::optional<Step> step_from_json(const Json& json) {
  Step step;
  try {
    const auto word = std::find(k_words.begin(), k_words.end(), json.at("step").get<std::string>());
    if (word == k_words.end()) {
      return std::nullopt;
    }
    step.kind = static_cast<Step::Kind>(word - k_words.begin());
    step.at = json.at("at").get<double>();
    step.process = json.at("process").get<std::uint32_t>();
    step.thread = json.value("thread", 0U);
    step.name = json.value("name", "");
    step.module = json.value("module", "");
    step.place = json.value("place", "");
    step.folders = json.value("folders", std::vector<std::string>{});
    step.folders_cut = json.value("folders_cut", false);
    step.imports = json.value("imports", std::vector<std::string>{});
    step.status = json.value("status", 0U);
    step.parent = json.value("parent", 0U);
    step.last_chance = json.value("last_chance", false);
  } catch (const Json::exception&) {
    return std::nullopt;
  }
  return step;
}

std::vector<std::string> split_folders(std::string_view list) {
  std::vector<std::string> folders;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(';'), list.size());
    if (end != 0) {
      std::string& folder = folders.emplace_back(list.substr(0, end));
      // That of a drive's root stays.
      while (folder.size() > 3 && (folder.back() == '\\' || folder.back() == '/')) {
        folder.pop_back();
      }
    }
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return folders;
}

std::string plain_path(std::string_view path) {
  for (const std::string_view prefix : {"\\??\\UNC\\", "\\\\?\\UNC\\"}) {
    if (path.substr(0, prefix.size()) == prefix) {
      return "\\\\" + std::string(path.substr(prefix.size()));
    }
  }
  for (const std::string_view prefix : {"\\??\\", "\\\\?\\"}) {
    if (path.substr(0, prefix.size()) == prefix) {
      return std::string(path.substr(prefix.size()));
    }
  }
  return std::string(path);
}

std::string_view base_name(std::string_view path) {
  return path.substr(path.find_last_of("\\/") + 1);
}

std::string_view folder_name(std::string_view path) {
  const std::size_t end = path.find_last_of("\\/");
  return end == std::string_view::npos ? std::string_view() : path.substr(0, end);
}

}  // namespace dllrepro::trace

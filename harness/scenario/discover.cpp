// SPDX-License-Identifier: MIT
#include "harness/scenario/discover.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "harness/scenario/scenario.hpp"
#include "harness/util/error.hpp"
#include "harness/util/nearest.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::scenario {

namespace fs = std::filesystem;

namespace {

bool is_there(const fs::path& path) {
  std::error_code failed;
  return fs::exists(path, failed);
}

bool is_folder(const fs::path& path) {
  std::error_code failed;
  return fs::is_directory(path, failed);
}

void add_all_below(const fs::path& folder, std::vector<fs::path>& files) {
  std::error_code failed;
  for (fs::recursive_directory_iterator file(folder, failed), end; !failed && file != end; file.increment(failed)) {
    if (file->path().extension() == ".json" && !is_folder(file->path()) && !is_beside_file(file->path())) {
      files.push_back(file->path());
    }
  }
}

/// Names of scenarios and of the folders that hold them, for suggestions.
std::vector<std::string> known_names(const fs::path& scenarios) {
  std::vector<fs::path> files;
  add_all_below(scenarios, files);
  std::set<std::string> names;
  for (const fs::path& file : files) {
    std::string name = scenario_name(file);
    while (!name.empty()) {
      names.insert(name);
      name.erase(name.find_last_of('/') == std::string::npos ? 0 : name.find_last_of('/'));
    }
  }
  return {names.begin(), names.end()};
}

/// The path as given, else the scenario or folder of that name; empty when there is neither.
fs::path resolve(const std::string& argument, const fs::path& scenarios) {
  const fs::path given = path_from_utf8(argument);
  for (const fs::path& candidate : {given, scenarios / given, scenarios / path_from_utf8(argument + ".json")}) {
    if (is_there(candidate)) {
      return candidate;
    }
  }
  return {};
}

}  // namespace

std::vector<fs::path> discover(const std::vector<std::string>& arguments, const fs::path& root) {
  const fs::path scenarios = root / "scenarios";
  std::vector<fs::path> files;
  Diagnostics faults;
  if (arguments.empty()) {
    add_all_below(scenarios, files);
  }
  for (const std::string& argument : arguments) {
    const fs::path found = resolve(argument, scenarios);
    const std::size_t before = files.size();
    if (found.empty()) {
      const std::string stem = argument.ends_with(".json") ? argument.substr(0, argument.size() - 5) : argument;
      const std::string below = stem.starts_with("scenarios/") ? stem.substr(10) : stem;
      faults.push_back(
          {{argument, 0, 0, ""}, "no such file, folder or scenario" + did_you_mean(below, known_names(scenarios))});
    } else if (is_folder(found)) {
      add_all_below(found, files);
      if (files.size() == before) {
        faults.push_back({{argument, 0, 0, ""}, "this folder holds no scenario"});
      }
    } else {
      files.push_back(found);
    }
  }
  if (!faults.empty()) {
    throw BadInput(std::move(faults));
  }
  std::set<fs::path> seen;
  std::sort(files.begin(), files.end());
  std::erase_if(files, [&seen](const fs::path& file) {
    std::error_code failed;
    return !seen.insert(fs::weakly_canonical(file, failed)).second;
  });
  return files;
}

}  // namespace dllrepro::scenario

// SPDX-License-Identifier: MIT
#include "harness/scenario/surroundings.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/scenario/paths.hpp"
#include "harness/util/ascii.hpp"

namespace dllrepro::scenario {

namespace {

void set_environment(const JsonCursor& variables, std::map<std::string, std::string>& environment) {
  for (const auto& [name, value] : variables.members()) {
    if (name.empty() || name.find('=') != std::string::npos) {
      value.report("the name of a variable is not empty and has no = in it");
      continue;
    }
    if (ascii_equal_ignoring_case(name, "PATH")) {
      value.report("PATH is made of System32, Windows, \"path_front\" and \"path_back\"");
      continue;
    }
    // Windows' names of variables know no case.
    std::erase_if(environment,
                  [&key = name](const auto& known) { return ascii_equal_ignoring_case(known.first, key); });
    if (value.json().is_null()) {
      continue;
    }
    if (const auto text = value.text()) {
      check_places(value, *text);
      environment.emplace(name, *text);
    }
  }
}

std::vector<tree::TreePath> folders(const JsonCursor& list) {
  std::vector<tree::TreePath> paths;
  for (const JsonCursor& element : list.one_or_many()) {
    if (auto path = folder_path(element)) {
      paths.push_back(std::move(*path));
    }
  }
  return paths;
}

}  // namespace

const std::vector<std::string>& surroundings_keys() {
  static const std::vector<std::string> keys{"tree", "environment", "path_front", "path_back"};
  return keys;
}

void Surroundings::add(const JsonCursor& object) {
  if (const auto tree = object.find("tree")) {
    trees.push_back(tree::parse_tree(*tree));
    tree_texts.push_back(fmt::format("{}{}", tree->location().file, tree->json().dump()));
  }
  if (const auto variables = object.find("environment")) {
    set_environment(*variables, environment);
  }
  if (const auto front = object.find("path_front")) {
    const auto paths = folders(*front);
    path_front.insert(path_front.begin(), paths.begin(), paths.end());
  }
  if (const auto back = object.find("path_back")) {
    const auto paths = folders(*back);
    path_back.insert(path_back.end(), paths.begin(), paths.end());
  }
}

}  // namespace dllrepro::scenario

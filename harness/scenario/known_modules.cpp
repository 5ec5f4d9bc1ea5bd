// SPDX-License-Identifier: MIT
#include "harness/scenario/known_modules.hpp"

#include <algorithm>

#include "harness/loader/operation.hpp"
#include "harness/tree/names.hpp"

namespace dllrepro::scenario {

namespace {

bool mentions(const Json& json, std::string_view folded) {
  return tree::fold_case(json.dump()).find(folded) != std::string::npos;
}

}  // namespace

bool holds(const Cell& cell, std::string_view tree_path) {
  if (cell.tree.files.contains(std::string(tree_path))) {
    return true;
  }
  const std::string folded = tree::fold_case(tree_path);
  return std::any_of(cell.tree.files.begin(), cell.tree.files.end(),
                     [&](const auto& file) { return tree::fold_case(file.first) == folded; });
}

bool may_be_installed(const Cell& cell, std::string_view tree_path) {
  return std::any_of(cell.tree.installed.begin(), cell.tree.installed.end(), [&](const tree::InstallStep& step) {
    return step.verb == tree::InstallStep::Verb::Install &&
           (step.distribution.name != tree::k_python || tree_path.starts_with("{prefix}/"));
  });
}

bool has_to_do_with(const Cell& cell, std::string_view module) {
  const std::string folded = tree::fold_case(module);
  if (module.find('/') != std::string_view::npos && holds(cell, module)) {
    return true;
  }
  const std::string base = folded.substr(folded.rfind('/') + 1);
  return mentions(tree::to_json(cell.tree), base) || mentions(loader::to_json(cell.loader), base) ||
         mentions(loader::to_json(cell.steps), base) || mentions(Json(cell.loader_parameters), base) ||
         mentions(to_json(cell.system32), base);
}

std::vector<std::string> names_like(std::string_view module, const Cell& cell) {
  const bool has_folder = module.find('/') != std::string_view::npos;
  std::vector<std::string> names;
  names.reserve(cell.tree.files.size());
  for (const auto& [path, file] : cell.tree.files) {
    names.push_back(has_folder ? path : path.substr(path.rfind('/') + 1));
  }
  return names;
}

}  // namespace dllrepro::scenario

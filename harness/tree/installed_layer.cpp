// SPDX-License-Identifier: MIT
#include "harness/tree/installed_layer.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "harness/tree/names.hpp"
#include "harness/tree/path_selection.hpp"
#include "harness/util/error.hpp"

namespace dllrepro::tree {

InstalledLayer::InstalledLayer(const TreePlan& plan, const Find& find) {
  Entries entries;
  for (const InstallStep& step : plan.installed) {
    apply(entries, step, find);
  }
  check(entries, plan);
  std::map<std::pair<const Artefact*, std::size_t>, std::size_t> occurrences;
  m_files.reserve(entries.size());
  for (const auto& [key, entry] : entries) {
    m_files.push_back(
        {entry.artefact, entry.number, occurrences[{entry.artefact, entry.number}]++, tree_path_below_run(entry.path)});
  }
}

void InstalledLayer::put(Entries& entries, std::string path, const Entry& what) {
  std::string key = fold_case(path);
  entries.insert_or_assign(std::move(key), Entry{std::move(path), what.artefact, what.number});
}

void InstalledLayer::apply(Entries& entries, const InstallStep& step, const Find& find) {
  if (step.verb == InstallStep::Verb::Install) {
    const Artefact& artefact = find(step.distribution);
    const std::string prefix = below_run("{prefix}") + "/";
    for (std::size_t number = 0; number < artefact.files.size(); ++number) {
      put(entries, prefix + artefact.files[number], {{}, &artefact, number});
    }
    return;
  }
  const auto selected = select_paths(entries, step.path);
  if (selected.empty() && step.required) {
    throw BadInput({{step.location, describe_missing(entries, step.path)}});
  }
  std::vector<std::pair<std::string, Entry>> moved;
  for (const auto& [key, rest] : selected) {
    const auto entry = entries.find(key);
    if (step.verb != InstallStep::Verb::Remove) {
      moved.emplace_back(below_run(step.to) + rest, entry->second);
    }
    if (step.verb != InstallStep::Verb::Copy) {
      entries.erase(entry);
    }
  }
  for (auto& [path, entry] : moved) {
    const auto there = entries.find(fold_case(path));
    if (there != entries.end() && !there->second.artefact->is_python) {
      throw BadInput({{step.location, fmt::format("\"{}\" is there already", tree_path_below_run(path))}});
    }
    put(entries, std::move(path), entry);
  }
}

void InstalledLayer::check(const Entries& entries, const TreePlan& plan) {
  for (const auto& [path, file] : plan.files) {
    const auto found = entries.find(fold_case(below_run(path)));
    if (found == entries.end() || std::holds_alternative<EmptyFolder>(file.content)) {
      continue;
    }
    if (!found->second.artefact->is_python) {
      throw BadInput(
          {{file.location, fmt::format("\"{}\" is there already, from {}; \"replace\" puts another file in its "
                                       "place",
                                       path, found->second.artefact->title)}});
    }
    m_hidden.push_back(path);
  }
}

bool InstalledLayer::hides(const TreePath& path) const {
  return std::find(m_hidden.begin(), m_hidden.end(), path) != m_hidden.end();
}

}  // namespace dllrepro::tree

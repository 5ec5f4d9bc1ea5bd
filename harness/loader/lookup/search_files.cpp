// SPDX-License-Identifier: MIT
// The steps that look for a file.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/loader/lookup/canary.hpp"
#include "harness/loader/lookup/folders.hpp"
#include "harness/loader/lookup/python_text.hpp"
#include "harness/loader/lookup/search.hpp"

namespace dllrepro::loader::lookup {

void Search::list(const std::string& folder) {
  m_listings.push_back(fmt::format("  listdir(\"{}\"):", folder));
  for (const std::string& name : entries_of(folder, m_system)) {
    m_listings.push_back("    " + name);
  }
}

void Search::report_missing(const std::string& folder, bool machine_checked) {
  m_reasons.push_back(filled(machine_checked ? m_rules.no_machine_file : m_rules.no_file,
                             {{"searched", m_searched}, {"machine", m_machine}}));
  if (!folder.empty()) {
    list(folder);
  }
}

void Search::in_wheels() {
  const std::vector<std::string>* own = for_machine(m_library.wheel_folders, m_machine);
  const bool lists_none = m_library.wheel_folders.empty();
  const std::vector<std::string> patterns = own != nullptr ? *own
                                            : lists_none   ? m_rules.wheels.folders
                                                           : std::vector<std::string>{};
  std::vector<std::string> roots;
  std::transform(m_rules.wheels.roots.begin(), m_rules.wheels.roots.end(), std::back_inserter(roots),
                 [&](const std::string& root) { return normalized(m_use.program.with_values(root)); });
  const bool checked = m_rules.wheels.machine_checked && m_library.machine_checked;
  const auto folders_of = [&](const std::string& pattern) {
    return existing_folders(roots, pattern, m_rules.wheels, m_system, m_use.state);
  };
  for (const std::string& pattern : patterns) {
    for (const std::string& folder : folders_of(pattern)) {
      std::string file = library_file(folder, m_library, m_rules.files, checked ? m_machine : "", m_system);
      if (!file.empty()) {
        m_found = Found{std::move(file), Step::Wheels};
        return;
      }
    }
  }
  const bool last_only = m_rules.wheels.reported == Reported::LastFolder && !patterns.empty();
  for (auto pattern = last_only ? std::prev(patterns.end()) : patterns.begin(); pattern != patterns.end(); ++pattern) {
    report_missing("", false);
    for (const std::string& folder : folders_of(*pattern)) {
      list(folder);
    }
  }
}

/// Looks into the folders of a root, in their order: into the first that exists, or into each.
void Search::below(const std::string& root, const std::vector<std::string>& folders, Step step) {
  const bool checked = m_rules.roots.machine_checked && m_library.machine_checked;
  for (const std::string& pattern : folders) {
    for (const std::string& folder : existing_folders({root}, pattern, m_rules.roots, m_system, m_use.state)) {
      std::string file = library_file(folder, m_library, m_rules.files, checked ? m_machine : "", m_system);
      if (!file.empty()) {
        m_found = Found{std::move(file), step};
        return;
      }
      report_missing(folder, checked);
      if (!m_rules.roots.every_folder) {
        return;
      }
    }
  }
}

std::vector<std::string> Search::root_folders() const {
  const ByMachine& lists = m_library.toolkit_folders.empty() ? m_rules.roots.folders : m_library.toolkit_folders;
  const std::vector<std::string>* folders = for_machine(lists, m_machine);
  return folders == nullptr ? std::vector<std::string>{} : *folders;
}

void Search::in_conda() {
  const auto prefix = m_system.environment(m_rules.conda.variable);
  if (prefix && !prefix->empty()) {
    below(joined(*prefix, m_rules.conda.folder), root_folders(), Step::Conda);
  }
}

void Search::in_install_roots() {
  const std::vector<std::string>* folders = for_machine(m_library.install_root_folders, m_machine);
  if (folders == nullptr || !m_library.available_for(m_machine)) {
    return;
  }
  for (const std::string& variable : m_library.install_roots) {
    const auto root = m_system.environment(variable);
    if (root && !root->empty()) {
      below(*root, *folders, Step::InstallRoots);
    }
    if (m_found) {
      m_found_variable = variable;
      return;
    }
  }
}

/// The toolkit that the variables name; says so once when two of them disagree.
std::optional<std::string> Search::toolkit_root() {
  const ToolkitRules& rules = m_rules.toolkit;
  if (rules.read_once) {
    if (const auto known = m_use.state.toolkit.find("")) {
      return *known;
    }
  }
  std::vector<std::pair<std::string, std::string>> set;  // variable, folder
  std::optional<std::string> first;
  for (const std::string& variable : rules.variables) {
    const auto folder = m_system.environment(variable);
    if (folder && !first && (rules.empty_counts || !folder->empty())) {
      first = *folder;
    }
    if (folder && !folder->empty()) {
      set.emplace_back(variable, *folder);
    }
  }
  const auto differ = [&](const std::string& a, const std::string& b) {
    const bool both_exist = m_system.exists(a) && m_system.exists(b);
    return !spelled_alike(a, b) && !(both_exist && m_system.real_path(a) == m_system.real_path(b));
  };
  bool any_differ = false;
  for (std::size_t at = 1; at < set.size(); ++at) {
    any_differ = any_differ || differ(set[at - 1].second, set[at].second);
  }
  if (any_differ && !rules.differ.message.empty()) {
    std::vector<std::string> lines;
    for (const auto& [variable, folder] : set) {
      lines.push_back(fmt::format("  {}={}", variable, folder));
    }
    warn_once(rules.differ.type, filled(rules.differ.message, {{"variables", fmt::format("{}", fmt::join(lines, "\n"))},
                                                               {"first", rules.variables.front()}}));
  }
  if (rules.read_once) {
    m_use.state.toolkit.remember("", first);
  }
  return first;
}

void Search::in_toolkit() {
  if (const auto root = toolkit_root()) {
    below(*root, root_folders(), Step::Toolkit);
  }
}

void Search::in_program_files() {
  const std::vector<std::string>* patterns = for_machine(m_library.program_files, m_machine);
  std::optional<std::string> base;
  for (const std::string& variable : m_rules.program_files) {
    if (!base || base->empty()) {
      base = m_system.environment(variable);
    }
  }
  if (patterns == nullptr || !base || base->empty()) {
    return;
  }
  RootRules rules = m_rules.roots;
  rules.remembered = false;
  for (const std::string& pattern : *patterns) {
    std::vector<std::string> versions = existing_folders({*base}, pattern, rules, m_system, m_use.state);
    std::stable_sort(versions.begin(), versions.end(),
                     [](const std::string& a, const std::string& b) { return numerically_before(b, a); });
    for (const std::string& version : versions) {
      below(version, root_folders(), Step::ProgramFiles);
      if (m_found) {
        return;
      }
    }
  }
}

/// A library that lies on no search path, beside a neighbour that does: the neighbour is looked for in a child, so that
/// it is not loaded here, and the toolkit is the one that it came from.
void Search::by_canary() {
  for (const std::string& canary : m_library.canaries) {
    std::optional<std::string> path;
    if (const auto known = m_use.state.canaries.find(canary)) {
      path = *known;
    } else {
      path = path_in_child(canary, m_rules.canary, m_use.call, m_use.program);
      m_use.state.canaries.remember(canary, path);
    }
    const auto root = path ? root_above(*path, m_rules.canary.roots) : std::nullopt;
    if (root) {
      below(*root, root_folders(), Step::Canary);
    }
    if (m_found) {
      return;
    }
  }
}

}  // namespace dllrepro::loader::lookup

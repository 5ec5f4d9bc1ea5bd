// SPDX-License-Identifier: MIT
#include "harness/tree/growing_tree.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "harness/tree/names.hpp"
#include "harness/tree/path_selection.hpp"

namespace dllrepro::tree {

namespace {

std::string named(std::string_view path_below_run) {
  return fmt::format("\"{}\"", tree_path_below_run(path_below_run));
}

/// "fixtures/trees/x.json:12", for messages that name a second place.
std::string where(const Location& location) {
  return location.line == 0 ? location.file : fmt::format("{}:{}", location.file, location.line);
}

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

/// The folder of a place, or one on the way to it, as places.hpp spells it; "" when `folded` is none of these.
std::string_view place_folder(std::string_view folded) {
  for (const Place& place : places()) {
    const std::string folder = fold_case(place.folder);
    if (folder == folded || (starts_with(folder, folded) && folder[folded.size()] == '/')) {
      return place.folder.substr(0, folded.size());
    }
  }
  return {};
}

}  // namespace

GrowingTree::Entries::const_iterator GrowingTree::first_below(const std::string& folded_folder) const {
  const std::string start = folded_folder + "/";
  const auto first = m_entries.lower_bound(start);
  return first != m_entries.end() && starts_with(first->first, start) ? first : m_entries.end();
}

std::string GrowingTree::fault_of_new(const std::string& path) const {
  const std::string folded = fold_case(path);
  if (!place_folder(folded).empty()) {
    return fmt::format("{} is a folder that every tree has", named(path));
  }
  if (const auto same = m_entries.find(folded); same != m_entries.end()) {
    const Entry& there = same->second;
    return there.path == path ? fmt::format("{} is there already, from {}", named(path), where(there.file.location))
                              : fmt::format("{} and {} ({}) are the same to Windows, which ignores case", named(path),
                                            named(there.path), where(there.file.location));
  }
  if (const auto inside = first_below(folded); inside != m_entries.end()) {
    return fmt::format("{} is a folder, which holds {} ({})", named(path), named(inside->second.path),
                       where(inside->second.file.location));
  }
  for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1)) {
    const std::string folder = path.substr(0, end);
    const std::string folded_folder = folded.substr(0, end);
    const auto file = m_entries.find(folded_folder);
    if (file != m_entries.end() && !std::holds_alternative<EmptyFolder>(file->second.file.content)) {
      return fmt::format("{} can't lie in {}, which is a file ({})", named(path), named(file->second.path),
                         where(file->second.file.location));
    }
    const auto sibling = file != m_entries.end() ? file : first_below(folded_folder);
    const std::string_view of_place = place_folder(folded_folder);
    std::string_view spelled = folder;
    if (!of_place.empty()) {
      spelled = of_place;
    } else if (sibling != m_entries.end()) {
      spelled = std::string_view(sibling->second.path).substr(0, end);
    }
    if (spelled != folder) {
      return fmt::format("the folders {} and {}{} are the same to Windows, which ignores case", named(folder),
                         named(spelled),
                         of_place.empty() ? fmt::format(" ({})", where(sibling->second.file.location)) : "");
    }
  }
  return {};
}

std::string GrowingTree::add(const TreePath& path, TreeFile file) {
  std::string spelled = below_run(path);
  if (const auto same = m_entries.find(fold_case(spelled));
      same != m_entries.end() && same->second.path == spelled &&
      std::holds_alternative<HostExecutable>(same->second.file.content) &&
      std::holds_alternative<HostExecutable>(file.content)) {
    return {};  // a host puts its program there, and so may the tree that shows the folder around it
  }
  std::string fault = fault_of_new(spelled);
  if (fault.empty()) {
    std::string key = fold_case(spelled);
    m_entries.emplace(std::move(key), Entry{std::move(spelled), std::move(file)});
  }
  return fault;
}

std::string GrowingTree::replace(const TreePath& path, TreeFile file) {
  const std::string folded = fold_case(below_run(path));
  const auto found = m_entries.find(folded);
  const Location location = file.location;
  if (found != m_entries.end()) {
    found->second.file = std::move(file);
    add_step(InstallStep::Verb::Remove, path, {}, false, location);
    return {};
  }
  if (const auto inside = first_below(folded); inside != m_entries.end()) {
    return fmt::format("\"{}\" is a folder, which holds {}; only a file can be replaced", path,
                       named(inside->second.path));
  }
  if (!may_be_installed(path)) {
    return missing(path);
  }
  std::string fault = add(path, std::move(file));
  if (fault.empty()) {
    add_step(InstallStep::Verb::Remove, path, {}, true, location);
  }
  return fault;
}

std::string GrowingTree::missing(const std::string& subject) const {
  return describe_missing(m_entries, subject);
}

bool GrowingTree::may_be_installed(const std::string& subject) const {
  // The interpreter alone brings nothing but its own folder's files, and what a tree has elsewhere is known.
  constexpr std::string_view k_prefix = "Python/";
  const std::string path = below_run(subject);
  return m_installs_packages ||
         (!m_steps.empty() && starts_with(path, k_prefix) && !starts_with(path, below_run("{site}")));
}

void GrowingTree::add_step(InstallStep::Verb verb, const std::string& subject, const TreePath& to, bool required,
                           const Location& location) {
  if (may_be_installed(subject)) {
    m_steps.push_back({verb, {}, subject, to, required, location});
  }
}

std::string GrowingTree::install(const Distribution& distribution, const Location& location) {
  for (const InstallStep& step : m_steps) {
    if (step.verb == InstallStep::Verb::Install && step.distribution.name == distribution.name) {
      return step.distribution.version == distribution.version
                 ? std::string{}
                 : fmt::format("{} can't be installed beside {}, which {} installs", describe(distribution),
                               describe(step.distribution), where(step.location));
    }
  }
  m_steps.push_back({InstallStep::Verb::Install, distribution, {}, {}, true, location});
  m_installs_packages = m_installs_packages || distribution.name != k_python;
  return {};
}

std::string GrowingTree::remove(const std::string& subject, const Location& location) {
  const auto selected = select_paths(m_entries, subject);
  if (selected.empty() && !may_be_installed(subject)) {
    return missing(subject);
  }
  for (const auto& [key, rest] : selected) {
    m_entries.erase(key);
  }
  add_step(InstallStep::Verb::Remove, subject, {}, selected.empty(), location);
  return {};
}

std::string GrowingTree::add_all(std::vector<std::pair<std::string, TreeFile>> files) {
  for (auto& [path, file] : files) {
    if (std::string fault = add(tree_path_below_run(path), std::move(file)); !fault.empty()) {
      return fault;
    }
  }
  return {};
}

std::string GrowingTree::copy(const std::string& subject, const TreePath& to, const Location& location) {
  const auto selected = select_paths(m_entries, subject);
  if (selected.empty() && !may_be_installed(subject)) {
    return missing(subject);
  }
  std::vector<std::pair<std::string, TreeFile>> files;
  for (const auto& [key, rest] : selected) {
    files.emplace_back(below_run(to) + rest, TreeFile{m_entries.at(key).file.content, location});
  }
  const Entries before = m_entries;
  std::string fault = add_all(std::move(files));
  if (!fault.empty()) {
    m_entries = before;
  } else {
    add_step(InstallStep::Verb::Copy, subject, to, selected.empty(), location);
  }
  return fault;
}

std::string GrowingTree::move(const std::string& subject, const TreePath& to, const Location& location) {
  const auto selected = select_paths(m_entries, subject);
  if (selected.empty() && !may_be_installed(subject)) {
    return missing(subject);
  }
  const Entries before = m_entries;
  std::vector<std::pair<std::string, TreeFile>> files;
  for (const auto& [key, rest] : selected) {
    const auto entry = m_entries.find(key);
    files.emplace_back(below_run(to) + rest, TreeFile{std::move(entry->second.file.content), location});
    m_entries.erase(entry);
  }
  std::string fault = add_all(std::move(files));
  if (!fault.empty()) {
    m_entries = before;
  } else {
    add_step(InstallStep::Verb::Move, subject, to, selected.empty(), location);
  }
  return fault;
}

void GrowingTree::set_machine(const std::string& machine) {
  for (auto& [key, entry] : m_entries) {
    if (auto* spec = std::get_if<stub::StubSpec>(&entry.file.content)) {
      spec->machine = machine;
    }
  }
}

TreePlan GrowingTree::finish() && {
  TreePlan plan;
  for (auto& [key, entry] : m_entries) {
    if (!std::holds_alternative<EmptyFolder>(entry.file.content) || first_below(key) == m_entries.end()) {
      plan.files.emplace(tree_path_below_run(entry.path), std::move(entry.file));
    }
  }
  plan.installed = std::move(m_steps);
  return plan;
}

}  // namespace dllrepro::tree

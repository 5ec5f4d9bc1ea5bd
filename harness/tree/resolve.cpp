// SPDX-License-Identifier: MIT
#include "harness/tree/resolve.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/tree/growing_tree.hpp"
#include "harness/util/error.hpp"
#include "harness/util/file_format.hpp"
#include "harness/util/json_document.hpp"
#include "harness/util/nearest.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::tree {

namespace {

std::vector<std::string> names_below(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() == ".json" && entry->is_regular_file(error)) {
      std::filesystem::path name = entry->path().lexically_relative(folder);
      std::string text = path_to_utf8(name.replace_extension());
      std::replace(text.begin(), text.end(), '\\', '/');
      names.push_back(std::move(text));
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Takes layers in, each tree fixture once, `use` before the rest.
class Resolver {
 public:
  Resolver(const TreeLibrary& library, Diagnostics& diagnostics) : m_library(library), m_diagnostics(diagnostics) {}

  void take(const TreeFixture& fixture) {
    for (const auto& [name, location] : fixture.use) {
      take_by_name(name, location);
    }
    for (const TreeChange& change : fixture.changes) {
      if (std::string fault = apply(change); !fault.empty()) {
        m_diagnostics.push_back({change.location, std::move(fault)});
      }
    }
  }

  TreePlan finish() { return std::move(m_tree).finish(); }

 private:
  void take_by_name(const std::string& name, const Location& location) {
    const auto open = std::find(m_open.begin(), m_open.end(), name);
    if (open != m_open.end()) {
      const std::vector<std::string> circle(open, m_open.end());
      m_diagnostics.push_back(
          {location, fmt::format("trees use each other in a circle: {} -> {}", fmt::join(circle, " -> "), name)});
      return;
    }
    if (!m_taken.insert(name).second) {
      return;
    }
    if (const TreeFixture* fixture = m_library.find(name, location, m_diagnostics)) {
      m_open.push_back(name);
      take(*fixture);
      m_open.pop_back();
    }
  }

  std::string apply(const TreeChange& change) {
    switch (change.verb) {
      case TreeChange::Verb::Add:
        return m_tree.add(change.path, {change.content, change.location});
      case TreeChange::Verb::Replace:
        return m_tree.replace(change.path, {change.content, change.location});
      case TreeChange::Verb::Remove:
        return m_tree.remove(change.path, change.location);
      case TreeChange::Verb::Move:
        return m_tree.move(change.path, change.to, change.location);
      case TreeChange::Verb::Copy:
        return m_tree.copy(change.path, change.to, change.location);
      case TreeChange::Verb::Install:
        return install(change);
      case TreeChange::Verb::Machine:
        m_tree.set_machine(change.machine);
        return {};
    }
    return {};
  }

  /// A host's Python is asked for as "python==3.12", which no tree file may say.
  std::string install(const TreeChange& change) {
    const DistributionLock& lock = m_library.lock(m_diagnostics);
    const Distribution wanted = parse_requirement(change.path);
    const Distribution distribution = wanted.name == k_python
                                          ? lock.require_python(wanted.version, change.location, m_diagnostics)
                                          : lock.require(change.path, change.location, m_diagnostics);
    // Also one that is not known: what is then done to its files is no second fault.
    return m_tree.install(distribution, change.location);
  }

  const TreeLibrary& m_library;
  Diagnostics& m_diagnostics;
  GrowingTree m_tree;
  std::set<std::string> m_taken;
  std::vector<std::string> m_open;  ///< fixtures whose `use` is being followed
};

}  // namespace

TreeLibrary::TreeLibrary(std::filesystem::path folder) : m_folder(std::move(folder)), m_names(names_below(m_folder)) {}

const TreeFixture* TreeLibrary::find(const std::string& name, const Location& asked, Diagnostics& diagnostics) const {
  if (!std::binary_search(m_names.begin(), m_names.end(), name)) {
    diagnostics.push_back({asked, fmt::format("unknown tree \"{}\"{}", name, did_you_mean(name, m_names))});
    return nullptr;
  }
  const std::lock_guard lock(m_mutex);
  const auto [entry, is_new] = m_loaded.try_emplace(name);
  Loaded& loaded = entry->second;
  if (is_new) {
    try {
      const JsonDocument document = JsonDocument::read(m_folder / path_from_utf8(name + ".json"));
      const JsonCursor root(document, loaded.faults);
      auto fixture = std::make_unique<TreeFixture>(parse_tree(root));
      check_fixture_head(root);
      if (loaded.faults.empty()) {
        loaded.fixture = std::move(fixture);
      }
    } catch (const BadInput& bad) {
      loaded.faults = bad.diagnostics();
    }
  }
  diagnostics.insert(diagnostics.end(), loaded.faults.begin(), loaded.faults.end());
  return loaded.fixture.get();
}

const DistributionLock& TreeLibrary::lock(Diagnostics& diagnostics) const {
  const std::lock_guard guard(m_mutex);
  if (!m_lock) {
    m_lock = DistributionLock::read(m_folder.parent_path() / "distributions.lock.json", m_lock_faults);
  }
  diagnostics.insert(diagnostics.end(), m_lock_faults.begin(), m_lock_faults.end());
  return *m_lock;
}

TreePlan resolve(const std::vector<const TreeFixture*>& layers, const TreeLibrary& library, Diagnostics& diagnostics) {
  Resolver resolver(library, diagnostics);
  for (const TreeFixture* layer : layers) {
    resolver.take(*layer);
  }
  return resolver.finish();
}

}  // namespace dllrepro::tree

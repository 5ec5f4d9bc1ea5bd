// SPDX-License-Identifier: MIT
#include "harness/run/tree_pool.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "harness/tree/assemble.hpp"
#include "harness/tree/disk.hpp"
#include "harness/util/error.hpp"
#include "harness/util/output_file.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::run {

TreeSlot::TreeSlot(const std::filesystem::path& work_folder, const std::filesystem::path& system32,
                   const std::filesystem::path& windows)
    : m_directory(work_folder), m_places(m_directory.path(), system32, windows) {}

TreeSlot::~TreeSlot() {
  if (m_artefacts != nullptr) {
    m_artefacts->forget(tree::owner_of(m_places));
  }
}

void TreeSlot::make(const std::string& key, const tree::TreePlan& plan, const TreeSources& sources) {
  if (m_key == key) {
    return;
  }
  m_remembered = false;
  m_artefacts = &sources.artefacts;
  m_installed = tree::InstalledLayer(plan, sources.find);
  tree::assemble(plan, m_places, sources.stubs, sources.probe, m_installed, sources.artefacts);
  for (const tree::InstalledFile& file : m_installed.files()) {
    m_files.push_back(m_places.file_of(file.path));
  }
  for (const auto& [path, file] : plan.files) {
    if (!m_installed.hides(path)) {
      m_files.push_back(m_places.file_of(path));
    }
  }
  m_key = key;
}

bool TreeSlot::clear() {
  m_key.clear();
  m_remembered = false;
  std::vector<std::filesystem::path> kept{folder()};
  for (const tree::Place& place : tree::places()) {
    for (std::filesystem::path part = m_places.file_of(fmt::format("{{{}}}", place.name)); part != folder();
         part = part.parent_path()) {
      kept.push_back(part);
    }
  }
  std::vector<std::filesystem::path> folders;
  for (const std::filesystem::path& file : m_files) {
    for (std::filesystem::path parent = file;
         std::find(kept.begin(), kept.end(), parent) == kept.end() && parent.has_relative_path();
         parent = parent.parent_path()) {
      folders.push_back(parent);
    }
  }
  std::sort(folders.begin(), folders.end(), [](const auto& a, const auto& b) {
    return a.native().size() != b.native().size() ? a.native().size() > b.native().size() : a < b;
  });
  folders.erase(std::unique(folders.begin(), folders.end()), folders.end());
  m_files.clear();
  // Wine's server (8.0) unlinks a file only once nobody has it open under any of its names, and another cell may have
  // the same stub loaded by then.
  return std::all_of(folders.begin(), folders.end(), [](const std::filesystem::path& path) {
    std::error_code unknown;
    return tree::disk::remove_all(path).empty() && !std::filesystem::exists(path, unknown) && !unknown;
  });
}

void TreeSlot::write_beside(const std::string& name, const std::string& text) {
  const auto known = m_beside.find(name);
  if (known != m_beside.end() && known->second == text) {
    return;
  }
  m_beside.erase(name);
  m_remembered = false;
  write_file(folder() / name, text);
  m_beside[name] = text;
}

void TreeSlot::add_stamp(const std::filesystem::path& path) {
  for (std::filesystem::path part = path; !m_stamps.contains(part); part = part.parent_path()) {
    const auto stamp = tree::stamp_of(part);
    if (!stamp) {
      throw EnvironmentFailure(fmt::format("{} is gone while its tree is made", display_path(part)));
    }
    m_stamps.emplace(part, *stamp);
    if (part == folder()) {
      return;
    }
  }
}

void TreeSlot::remember() {
  if (std::exchange(m_remembered, true)) {
    return;  // unchanged() said so before this cell got the slot
  }
  m_stamps.clear();
  for (const tree::Place& place : tree::places()) {
    add_stamp(m_places.file_of(fmt::format("{{{}}}", place.name)));
  }
  for (const std::filesystem::path& file : m_files) {
    add_stamp(file);
  }
  for (const auto& [name, text] : m_beside) {
    add_stamp(folder() / name);
  }
}

bool TreeSlot::unchanged() const {
  return !m_stamps.empty() && std::all_of(m_stamps.begin(), m_stamps.end(), [](const auto& entry) {
    return tree::stamp_of(entry.first) == entry.second;
  });
}

TreePool::TreePool(std::filesystem::path work_folder, std::filesystem::path system32, std::filesystem::path windows)
    : m_work_folder(std::move(work_folder)), m_system32(std::move(system32)), m_windows(std::move(windows)) {}

std::unique_ptr<TreeSlot> TreePool::take(const std::string& key) {
  std::unique_ptr<TreeSlot> slot;
  {
    const std::lock_guard lock(m_mutex);
    auto chosen = std::find_if(m_free.rbegin(), m_free.rend(), [&](const auto& free) { return free->key() == key; });
    if (chosen == m_free.rend()) {
      chosen = m_free.rbegin();
    }
    if (chosen != m_free.rend()) {
      slot = std::move(*chosen);
      m_free.erase(std::next(chosen).base());
    }
  }
  if (slot != nullptr && (slot->key() == key || slot->clear())) {
    return slot;
  }
  return std::make_unique<TreeSlot>(m_work_folder, m_system32, m_windows);
}

void TreePool::give_back(std::unique_ptr<TreeSlot> slot) {
  const std::lock_guard lock(m_mutex);
  m_free.push_back(std::move(slot));
}

}  // namespace dllrepro::run

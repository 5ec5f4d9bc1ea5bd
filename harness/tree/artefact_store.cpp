// SPDX-License-Identifier: MIT
#include "harness/tree/artefact_store.hpp"

#include <system_error>

#include <fmt/format.h>

#include "harness/tree/disk.hpp"
#include "harness/util/digest.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::tree {

namespace {

std::filesystem::path cached(const InstalledFile& file) {
  return (file.artefact->folder / path_from_utf8(file.artefact->files[file.number])).make_preferred();
}

[[noreturn]] void gone(const InstalledFile& file) {
  throw EnvironmentFailure(
      fmt::format("a file of {} is gone from the cache: \"{}\"", file.artefact->title, display_path(cached(file))));
}

}  // namespace

std::filesystem::path ArtefactStore::copy_of(const InstalledFile& file) const {
  // In a folder of a short name: the paths of packages are long as they are.
  const std::string folder = fmt::format("{:016x}", stable_digest(file.artefact->id));
  return m_folder / fmt::format("{}.{}.{}", folder, file.number, file.occurrence);
}

void ArtefactStore::remember(const std::filesystem::path& source) {
  const std::lock_guard lock(m_mutex);
  if (!m_stamps.contains(source.native())) {
    if (const auto stamp = stamp_of(source)) {
      m_stamps.emplace(source.native(), *stamp);
    }
  }
}

bool ArtefactStore::is_same(const std::filesystem::path& source) const {
  const std::lock_guard lock(m_mutex);
  const auto known = m_stamps.find(source.native());
  return known == m_stamps.end() || stamp_of(source) == known->second;
}

void ArtefactStore::make_copy(const InstalledFile& file, const std::filesystem::path& copy) {
  const std::lock_guard lock(m_copying[stable_digest(path_to_utf8(copy)) % m_copying.size()]);
  if (disk::is_there(copy)) {
    return;
  }
  disk::make_folders(m_folder);
  std::filesystem::path temporary = copy;
  temporary += "." + disk::random_name();
  if (!disk::copy(cached(file), temporary)) {
    gone(file);
  }
  disk::publish(temporary, copy);
  remember(copy);
}

void ArtefactStore::put(const InstalledFile& file, const std::filesystem::path& target) {
  if (file.occurrence == 0 && m_links_cache) {
    const std::filesystem::path source = cached(file);
    switch (disk::link(source, target)) {
      case disk::LinkResult::Linked:
        return remember(source);
      case disk::LinkResult::NoSource:
        gone(file);
      case disk::LinkResult::Impossible:
        m_links_cache = false;
    }
  }
  const std::filesystem::path copy = copy_of(file);
  // Most often the copy is there, and linking finds out at no cost.
  constexpr int k_attempts = 3;
  for (int attempt = 0; attempt < k_attempts; ++attempt) {
    switch (disk::link(copy, target)) {
      case disk::LinkResult::Linked:
        return;
      case disk::LinkResult::Impossible:
        if (!disk::copy(cached(file), target)) {
          gone(file);
        }
        return;
      case disk::LinkResult::NoSource:
        make_copy(file, copy);
    }
  }
  throw EnvironmentFailure(
      fmt::format("failed to create \"{}\": its file vanishes from the store", display_path(target)));
}

std::vector<ArtefactStore::Damage> ArtefactStore::check(const InstalledLayer& layer) {
  std::vector<Damage> damages;
  for (const InstalledFile& file : layer.files()) {
    const std::filesystem::path copy = copy_of(file);
    if (!is_same(copy)) {
      static_cast<void>(disk::remove_all(copy));
      const std::lock_guard lock(m_mutex);
      m_stamps.erase(copy.native());
    }
    if (file.occurrence == 0 && !is_same(cached(file))) {
      std::error_code ignored;
      std::filesystem::remove(file.artefact->manifest, ignored);
      damages.push_back({file.artefact, display_path(cached(file))});
    }
  }
  return damages;
}

}  // namespace dllrepro::tree

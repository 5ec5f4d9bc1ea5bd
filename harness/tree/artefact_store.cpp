// SPDX-License-Identifier: MIT
#include "harness/tree/artefact_store.hpp"

#include <exception>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "harness/tree/disk.hpp"
#include "harness/util/ascii.hpp"
#include "harness/util/digest.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::tree {

namespace {

std::filesystem::path cached(const InstalledFile& file) {
  return (file.artefact->folder / path_from_utf8(file.artefact->files[file.number])).make_preferred();
}

/// What the loader opens; programs open the rest themselves.
bool is_image(const InstalledFile& file) {
  const std::string name = ascii_lower(file.artefact->files[file.number]);
  return name.ends_with(".dll") || name.ends_with(".pyd") || name.ends_with(".exe");
}

[[noreturn]] void gone(const InstalledFile& file) {
  throw EnvironmentFailure(
      fmt::format("a file of {} is gone from the cache: \"{}\"", file.artefact->title, display_path(cached(file))));
}

}  // namespace

std::filesystem::path ArtefactStore::copy_of(const InstalledFile& file, const std::string& owner) const {
  // In folders of short names: the paths of packages are long as they are. In small ones: Wine 8.0 reads a folder to
  // its end for a name that it does not find, and for some that it does.
  constexpr std::size_t k_files_per_folder = 64;
  const std::uint64_t artefact = stable_digest(file.artefact->id);
  const std::uint64_t digest = is_image(file) ? artefact : stable_digest(owner, artefact);
  const std::string folder = fmt::format("{:08x}.{}", digest & 0xFFFFFFFFU, file.number / k_files_per_folder);
  return m_folder / folder / fmt::format("{}.{}", file.number, file.occurrence);
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

bool ArtefactStore::is_known(const std::filesystem::path& source) const {
  const std::lock_guard lock(m_mutex);
  return m_stamps.contains(source.native());
}

void ArtefactStore::make_copy(const InstalledFile& file, const std::filesystem::path& copy) {
  const std::lock_guard lock(m_copying[stable_digest(path_to_utf8(copy)) % m_copying.size()]);
  if (is_known(copy)) {
    return;
  }
  disk::make_folders(copy.parent_path());
  if (!disk::copy(cached(file), copy)) {
    gone(file);
  }
  remember(copy);
}

void ArtefactStore::put(const InstalledFile& file, const std::filesystem::path& target, const std::string& owner) {
  if (file.occurrence == 0 && m_links_cache && is_image(file)) {
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
  // No other process has this folder, and a copy is known when all of it is there: under Wine each look at the disk
  // that is saved here is one of thousands.
  const std::filesystem::path copy = copy_of(file, owner);
  if (!is_known(copy)) {
    if (!is_image(file)) {
      const std::lock_guard lock(m_mutex);
      m_own_folders[owner].insert(copy.parent_path());
    }
    make_copy(file, copy);
  }
  if (disk::link(copy, target) != disk::LinkResult::Linked && !disk::copy(cached(file), target)) {
    gone(file);
  }
}

std::vector<ArtefactStore::Damage> ArtefactStore::check(const InstalledLayer& layer, const std::string& owner) {
  std::vector<Damage> damages;
  for (const InstalledFile& file : layer.files()) {
    const std::filesystem::path copy = copy_of(file, owner);
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

void ArtefactStore::forget(const std::string& owner) noexcept {
  try {
    std::set<std::filesystem::path> folders;
    {
      const std::lock_guard lock(m_mutex);
      if (const auto known = m_own_folders.extract(owner)) {
        folders = std::move(known.mapped());
      }
      std::erase_if(m_stamps, [&](const auto& entry) {
        return folders.contains(std::filesystem::path(entry.first).parent_path());
      });
    }
    for (const std::filesystem::path& folder : folders) {
      static_cast<void>(disk::remove_all(folder));
    }
  } catch (const std::exception&) {
    // The run's folder is removed with all that is left in it.
  }
}

}  // namespace dllrepro::tree

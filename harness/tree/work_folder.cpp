// SPDX-License-Identifier: MIT
#include "harness/tree/work_folder.hpp"

#include <chrono>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "harness/tree/disk.hpp"
#include "harness/tree/run_directory.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::tree {

namespace fs = std::filesystem;

namespace {

constexpr const char* k_lock_ending = ".dllrepro-lock";

fs::path lock_of(const fs::path& folder) {
  fs::path lock = folder;
  return lock += k_lock_ending;
}

/// Says whether a file is by its whole name a lock of ours.
bool is_lock(const fs::path& file) {
  return file.extension() == k_lock_ending && disk::is_random_name(display_path(file.stem()));
}

/// Removes what runs left that were killed. What can't be removed keeps its lock file, so that it is tried again.
void tidy(const fs::path& parent) {
  std::vector<fs::path> folders;
  std::error_code failed;
  for (fs::directory_iterator entry(parent, failed), end; !failed && entry != end; entry.increment(failed)) {
    if (is_lock(entry->path())) {
      folders.push_back(fs::path(entry->path()).replace_extension());
    }
  }
  for (const fs::path& folder : folders) {
    std::optional<LockFile> lock = LockFile::take_over(lock_of(folder));
    // Its children may still be dying.
    if (lock && remove_tree(folder, std::chrono::milliseconds(500)).empty()) {
      lock->remove();
    }
  }
}

}  // namespace

WorkFolder::WorkFolder(const fs::path& parent) : m_parent(parent) {
  tidy(m_parent.path());
  constexpr int k_attempts = 100;
  for (int attempt = 0; attempt < k_attempts; ++attempt) {
    m_parent.make();
    // Short, because every path of the trees begins with it.
    m_path = m_parent.path() / disk::random_name();
    // The lock first: a folder that has none is never removed.
    m_lock = LockFile::make(lock_of(m_path));
    if (m_lock && disk::make_new_folder(m_path)) {
      return;
    }
    if (m_lock) {
      m_lock->remove();
      m_lock.reset();
    }
  }
  throw EnvironmentFailure(fmt::format("failed to find a free name in \"{}\"", display_path(m_parent.path())));
}

WorkFolder::~WorkFolder() {
  if (m_lock && remove_tree(m_path).empty()) {
    m_lock->remove();
  }
}

void WorkFolder::keep() {
  static_cast<void>(remove_tree(stubs()));
  std::error_code ignored;
  fs::remove(journal(), ignored);
  if (m_lock) {
    m_lock->remove();
    m_lock.reset();
  }
}

}  // namespace dllrepro::tree

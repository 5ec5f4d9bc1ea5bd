// SPDX-License-Identifier: MIT
#include "harness/tree/shared_folder.hpp"

#include <exception>
#include <system_error>

#include "harness/tree/disk.hpp"

namespace dllrepro::tree {

namespace fs = std::filesystem;

namespace {

fs::path mark_of(const fs::path& folder) {
  return folder / "made-by.dllrepro";
}

/// Marks a folder as one that a run made. Without the mark the folder stays, which is no reason to fail.
void mark(const fs::path& folder) {
  try {
    disk::write(mark_of(folder), {});
  } catch (const std::exception&) {
  }
}

}  // namespace

SharedFolder::SharedFolder(const fs::path& folder) : m_path(fs::absolute(folder)) {
  if (!m_path.has_filename()) {
    m_path = m_path.parent_path();  // "work/"
  }
  make();
}

SharedFolder::~SharedFolder() {
  std::error_code failed;
  fs::directory_iterator entry(m_path, failed);
  if (failed || entry == fs::directory_iterator() || entry->path() != mark_of(m_path) ||
      entry.increment(failed) != fs::directory_iterator() || failed) {
    return;
  }
  fs::remove(mark_of(m_path), failed);
  fs::remove(m_path, failed);
  if (failed) {
    mark(m_path);  // a run that began meanwhile, and that found the folder, removes it
  }
}

void SharedFolder::make() const {
  if (disk::is_there(m_path)) {
    return;
  }
  disk::make_folders(m_path.parent_path());
  if (disk::make_new_folder(m_path)) {
    mark(m_path);
  }
}

}  // namespace dllrepro::tree

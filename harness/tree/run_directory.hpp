// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace dllrepro::tree {

/// Removes a folder and all below it, links not followed. What can't be removed yet is tried again for `patience`: on
/// Windows a file that a dying process has mapped stays for some moments more. Returns the paths that are left, none
/// when all is gone; never throws, since a verdict is worth more than a clean disk.
std::vector<std::filesystem::path> remove_tree(const std::filesystem::path& folder,
                                               std::chrono::milliseconds patience = std::chrono::seconds(5)) noexcept;

/// A folder of the system's in which run directories are made and removed quickly: on Linux, and so under Wine,
/// /dev/shm when there is room, else the folder for temporary files. A tree has some twenty folders, and removing one
/// takes 3 ms on an ext4 that discards blocks at once, where all other programs of a Wine prefix wait meanwhile; on
/// tmpfs it takes microseconds. The store must lie on the same file system, or every stub is copied instead of linked.
std::filesystem::path quick_folder();

/// A directory of its own for one run: a short unique name under the work folder, made at once, removed at the end
/// unless it was to be kept.
class RunDirectory {
 public:
  /// Throws EnvironmentFailure when it can't be made.
  explicit RunDirectory(const std::filesystem::path& work_folder);
  ~RunDirectory();
  RunDirectory(RunDirectory&& other) noexcept;
  RunDirectory& operator=(RunDirectory&& other) noexcept;
  RunDirectory(const RunDirectory&) = delete;
  RunDirectory& operator=(const RunDirectory&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

  /// Leaves the directory where it is, for a person to look at; returns its path.
  const std::filesystem::path& keep();

  /// Removes it now, unless it was to be kept; returns what could not be removed.
  std::vector<std::filesystem::path> remove();

 private:
  std::filesystem::path m_path;
  bool m_owned = true;
};

}  // namespace dllrepro::tree

// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

#include "harness/tree/lock_file.hpp"
#include "harness/tree/shared_folder.hpp"

namespace dllrepro::tree {

/// The folder of one run below a work folder that several runs may share at once:
///
///   WORK/k3x9q2ab/                 trees, composed stubs, the journal
///   WORK/k3x9q2ab.dllrepro-lock    held by the run's process as long as that lives
///
/// A run that comes to its end removes both, and WORK when a run made it and nothing else is in it. One that is killed
/// can't; so each new run first removes the folders whose lock nobody holds. A folder without a lock was kept for a
/// person, and stays. WORK may be any folder of a person's, with Gemfile and Gemfile.lock in it: nothing is touched
/// whose name has not exactly the form above.
class WorkFolder {
 public:
  /// Makes the folder of a new run. Throws EnvironmentFailure when it can't be made; what a killed run left and can't
  /// be removed yet stays for the next one.
  explicit WorkFolder(const std::filesystem::path& parent);
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder();

  [[nodiscard]] const std::filesystem::path& trees() const { return m_path; }
  [[nodiscard]] std::filesystem::path stubs() const { return m_path / "stubs"; }
  [[nodiscard]] std::filesystem::path journal() const { return m_path / "journal.jsonl"; }

  /// Leaves the trees that are in it, and nothing that served the run alone.
  void keep();

 private:
  SharedFolder m_parent;
  std::filesystem::path m_path;
  std::optional<LockFile> m_lock;
};

}  // namespace dllrepro::tree

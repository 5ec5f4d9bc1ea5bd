// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace dllrepro::tree {

/// A folder that several runs may use at once. One that a run had to make holds a file that says so:
///
///   WORK/made-by.dllrepro
///
/// and is removed by the run that ends last, which need not be the one that made it: that one may have been killed. A
/// folder that was there before is somebody's, and stays even when it is empty.
class SharedFolder {
 public:
  /// Makes the folder unless it is there. Throws EnvironmentFailure when it can't be made.
  explicit SharedFolder(const std::filesystem::path& folder);
  SharedFolder(const SharedFolder&) = delete;
  SharedFolder& operator=(const SharedFolder&) = delete;
  /// Removes the folder when a run made it and nothing else is in it.
  ~SharedFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

  /// Makes it once more: a run that ends meanwhile removes the folder when it finds it empty.
  void make() const;

 private:
  std::filesystem::path m_path;
};

}  // namespace dllrepro::tree

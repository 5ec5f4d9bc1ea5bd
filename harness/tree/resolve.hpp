// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "harness/tree/distribution_lock.hpp"
#include "harness/tree/fixture.hpp"
#include "harness/tree/plan.hpp"
#include "harness/util/diagnostic.hpp"

namespace dllrepro::tree {

/// The tree fixtures of a folder by name: FOLDER/torch-cu132.json is "torch-cu132", FOLDER/a/b.json is "a/b". Each is
/// read once, when it is first asked for. The lock of what trees may install is FOLDER/../distributions.lock.json. May
/// be used by several threads.
class TreeLibrary {
 public:
  explicit TreeLibrary(std::filesystem::path folder);

  /// All names, sorted; none when the folder can't be read.
  [[nodiscard]] const std::vector<std::string>& names() const { return m_names; }

  /// Returns the fixture, which lives as long as the library. Null, with the reason reported, when there is none of
  /// this name (with the nearest, at `asked`) or its file is wrong (at the file's own places).
  const TreeFixture* find(const std::string& name, const Location& asked, Diagnostics& diagnostics) const;

  /// Reads the lock when it is first asked for; what is wrong with it is reported each time.
  const DistributionLock& lock(Diagnostics& diagnostics) const;

 private:
  struct Loaded {
    std::unique_ptr<TreeFixture> fixture;  ///< null when the file is wrong
    Diagnostics faults;
  };

  std::filesystem::path m_folder;
  std::vector<std::string> m_names;
  mutable std::mutex m_mutex;
  mutable std::map<std::string, Loaded> m_loaded;
  mutable std::optional<DistributionLock> m_lock;
  mutable Diagnostics m_lock_faults;
};

/// Applies the layers one after the other to an empty tree: a scenario's tree, its machine's, those of axis values.
/// Reports all faults it meets and goes on: unknown and circular `use`, an unknown distribution, a path that is there
/// already (also under another spelling of its case, and file against folder) with both places, a path that is missing
/// with the nearest.
TreePlan resolve(const std::vector<const TreeFixture*>& layers, const TreeLibrary& library, Diagnostics& diagnostics);

}  // namespace dllrepro::tree

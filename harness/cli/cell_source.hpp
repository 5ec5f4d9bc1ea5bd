// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "harness/scenario/cell.hpp"
#include "harness/scenario/library.hpp"

namespace dllrepro::cli {

/// The folder that holds fixtures/ for these arguments: what `fixtures_option` names (that folder, or the folder
/// fixtures itself), else the first one above the first path that exists, else above the current folder, else where the
/// program is installed. Throws EnvironmentFailure when there is none.
std::filesystem::path find_root(const std::string& fixtures_option, const std::vector<std::string>& paths);

/// What the paths on a command line lead to.
struct CellSource {
  std::unique_ptr<const scenario::FixtureLibrary> library;
  std::vector<std::filesystem::path> files;
  std::vector<scenario::Cell> cells;
};

/// Reads the scenarios, folders, names and cell files that `paths` name; all scenarios when there are none.
/// Throws BadInput with the faults of all files, each told once.
CellSource load_cells(const std::string& fixtures_option, const std::vector<std::string>& paths);

/// Faults of several files put together in the order found, each told once: a faulty fixture shows in every scenario
/// that uses it.
class FaultList {
 public:
  void add(const Diagnostics& faults);
  [[nodiscard]] const Diagnostics& faults() const { return m_faults; }
  /// Throws BadInput when there are any.
  void check() const;

 private:
  Diagnostics m_faults;
};

}  // namespace dllrepro::cli

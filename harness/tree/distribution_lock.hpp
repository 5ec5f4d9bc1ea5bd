// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "harness/tree/install.hpp"
#include "harness/util/diagnostic.hpp"

namespace dllrepro::tree {

/// fixtures/distributions.lock.json: the real packages that trees may install, each wheel by file name and sha256.
///
///   { "schema": 1,
///     "pythons": {"3.12": {"version": "3.12.7", "name": "...", "release": "...", "file": "x.whl", "sha256": "..."}},
///     "distributions": [{"name": "torch", "version": "2.15.0", "file": "torch-2.15.0-cp313-cp313-win_amd64.whl",
///                        "sha256": "...", "suites": ["real"], "leave_out": ["torch/include/*"]}] }
///
/// A distribution has several wheels where they are for one version of CPython each. ci/windows-python and
/// ci/fetch-wheels read the same file.
class DistributionLock {
 public:
  DistributionLock() = default;

  /// Reads the file; one that is not there pins nothing. Faults go into the list.
  static DistributionLock read(const std::filesystem::path& file, Diagnostics& faults);

  /// The distribution with its wheels. One that is not pinned is reported at `asked`: an unknown name with the nearest,
  /// the version of a known name with the nearest versions.
  Distribution require(std::string_view requirement, const Location& asked, Diagnostics& faults) const;

  /// The Python of a host, "3.12" or "default", with the wheels that it may be made from.
  Distribution require_python(const std::string& version, const Location& asked, Diagnostics& faults) const;

  [[nodiscard]] const std::vector<Distribution>& distributions() const { return m_distributions; }

 private:
  std::vector<Distribution> m_distributions;
  std::vector<Wheel> m_pythons;
  std::vector<std::string> m_python_versions;
};

}  // namespace dllrepro::tree

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/util/windows_handle.hpp"

namespace dllrepro::process {

/// A job object that no member can leave and that ends with the harness: its last handle is ours, and the system kills
/// all members when that one is closed, also when the harness itself is killed. Crash dialogs are off for its members.
class Job {
 public:
  /// Throws EnvironmentFailure.
  Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  [[nodiscard]] HANDLE handle() const { return m_handle.get(); }

  /// Ids of the processes that are in the job now. Throws EnvironmentFailure when the system does not tell.
  [[nodiscard]] std::vector<std::uint32_t> processes() const;

  /// Kills all members and waits until none is left; false when some can't be killed within seconds.
  bool terminate();

 private:
  /// Nothing when the system does not tell; GetLastError then says why.
  [[nodiscard]] std::optional<std::vector<std::uint32_t>> members() const;

  Handle m_handle;
};

}  // namespace dllrepro::process

// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>

#include "harness/cli/handoff/file_descriptor.hpp"

namespace dllrepro::cli::handoff {

/// Holds an exclusive lock on a file, which is made with its folders when missing and stays. The system lets go of it
/// when the process ends, however it ends; processes started meanwhile do not hold it.
class FileLock {
 public:
  /// Waits until the lock is free; calls `on_wait` once when it is not free at once. Throws EnvironmentFailure when the
  /// file can't be made.
  explicit FileLock(const std::filesystem::path& file, const std::function<void()>& on_wait = {});

 private:
  FileDescriptor m_file;
};

}  // namespace dllrepro::cli::handoff

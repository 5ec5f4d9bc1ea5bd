// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

namespace dllrepro::tree {

/// A file that says by a lock on it that the process which made it lives: the system takes the lock away when that
/// process ends, however it ends. Under Wine other Wine servers see the lock, too.
class LockFile {
 public:
  /// Makes the file and locks it. Returns nothing when the file is there or its folder is not; throws
  /// EnvironmentFailure when it can't be made for another reason.
  static std::optional<LockFile> make(const std::filesystem::path& file);

  /// Takes over the file of a process that is gone. Returns nothing when that process lives, when somebody else is
  /// taking the file over, or when it is gone already.
  static std::optional<LockFile> take_over(const std::filesystem::path& file);

  LockFile(LockFile&&) noexcept;
  LockFile& operator=(LockFile&&) noexcept;
  /// Lets go of the lock; the file stays unless remove() was called.
  ~LockFile();

  /// Removes the file, as far as it can be.
  void remove();

 private:
  struct Held;
  explicit LockFile(std::unique_ptr<Held> held);
  std::unique_ptr<Held> m_held;
};

}  // namespace dllrepro::tree

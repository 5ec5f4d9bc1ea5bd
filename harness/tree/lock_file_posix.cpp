// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "harness/tree/lock_file.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::tree {

struct LockFile::Held {
  Held(std::filesystem::path file, int number) : path(std::move(file)), descriptor(number) {}
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() { ::close(descriptor); }

  /// Says whether the file that is open is still the one of that name.
  [[nodiscard]] bool is_there() const {
    struct ::stat open {};
    struct ::stat named {};
    return ::fstat(descriptor, &open) == 0 && ::stat(path.c_str(), &named) == 0 && open.st_ino == named.st_ino &&
           open.st_dev == named.st_dev;
  }

  std::filesystem::path path;
  int descriptor;
};

std::optional<LockFile> LockFile::make(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0 && (errno == EEXIST || errno == ENOENT)) {
    return std::nullopt;
  }
  if (descriptor < 0) {
    throw EnvironmentFailure(fmt::format("failed to create \"{}\": {} ({})", display_path(file),
                                         std::generic_category().message(errno), errno));
  }
  auto held = std::make_unique<Held>(file, descriptor);
  // Somebody who tidies up may have been faster to lock it, and have removed it then.
  while (::flock(descriptor, LOCK_EX) != 0 && errno == EINTR) {
  }
  return held->is_there() ? std::optional(LockFile(std::move(held))) : std::nullopt;
}

std::optional<LockFile> LockFile::take_over(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) {
    return std::nullopt;
  }
  auto held = std::make_unique<Held>(file, descriptor);
  return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && held->is_there() ? std::optional(LockFile(std::move(held)))
                                                                         : std::nullopt;
}

LockFile::LockFile(std::unique_ptr<Held> held) : m_held(std::move(held)) {}
LockFile::LockFile(LockFile&&) noexcept = default;
LockFile& LockFile::operator=(LockFile&&) noexcept = default;
LockFile::~LockFile() = default;

void LockFile::remove() {
  ::unlink(m_held->path.c_str());
}

}  // namespace dllrepro::tree

// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <system_error>

#include <fmt/format.h>

#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::cli::handoff {

namespace {

EnvironmentFailure failure(const std::filesystem::path& file, const std::error_code& error) {
  return EnvironmentFailure(fmt::format("failed to lock {}: {}", display_path(file), error.message()));
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& file, const std::function<void()>& on_wait) {
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  if (error) {
    throw failure(file, error);
  }
  m_file = FileDescriptor(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!m_file.open()) {
    throw failure(file, {errno, std::generic_category()});
  }
  if (flock(m_file.number(), LOCK_EX | LOCK_NB) == 0) {
    return;
  }
  if (errno == EWOULDBLOCK && on_wait) {
    on_wait();
  }
  while (flock(m_file.number(), LOCK_EX) != 0) {
    if (errno != EINTR) {
      throw failure(file, {errno, std::generic_category()});
    }
  }
}

}  // namespace dllrepro::cli::handoff

// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "harness/cli/handoff/signals.hpp"
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
  // Asked again and again, because a lock that blocks would not notice a signal that came just before it.
  while (flock(m_file.number(), LOCK_EX | LOCK_NB) != 0) {
    if ((errno != EWOULDBLOCK && errno != EINTR) || Signals::requests() > 0) {
      throw failure(file, {errno, std::generic_category()});
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

}  // namespace dllrepro::cli::handoff

// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/signals.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>

#include "harness/util/error.hpp"

namespace dllrepro::cli::handoff {

namespace {

constexpr std::array k_signals{SIGCHLD, SIGINT, SIGTERM, SIGHUP};

// A signal handler can reach globals alone. It runs in any thread, and the one that prepares a machine reads them, too.
std::atomic<int> requests_so_far = 0;
std::atomic<int> wake_descriptor = -1;
static_assert(std::atomic<int>::is_always_lock_free);

void on_signal(int signal) {
  const int error = errno;
  if (signal != SIGCHLD) {
    ++requests_so_far;
  }
  const char wake = 0;
  // A full pipe is as good as one more byte in it.
  [[maybe_unused]] const ssize_t written = write(wake_descriptor, &wake, 1);
  errno = error;
}

}  // namespace

Signals::Signals() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
    throw EnvironmentFailure("failed to make a pipe: " + std::generic_category().message(errno));
  }
  m_read_end = FileDescriptor(ends[0]);
  m_write_end = FileDescriptor(ends[1]);
  wake_descriptor = ends[1];
  requests_so_far = 0;
  for (std::size_t index = 0; index < k_signals.size(); ++index) {
    struct sigaction action {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    sigaction(k_signals[index], &action, &m_before[index]);
    if (k_signals[index] != SIGCHLD && m_before[index].sa_handler == SIG_IGN) {
      sigaction(k_signals[index], &m_before[index], nullptr);
    }
  }
}

Signals::~Signals() {
  for (std::size_t index = 0; index < k_signals.size(); ++index) {
    sigaction(k_signals[index], &m_before[index], nullptr);
  }
  wake_descriptor = -1;
  requests_so_far = 0;
}

int Signals::requests() {
  return requests_so_far;
}

void Signals::drain() const {
  std::array<char, 64> bytes{};
  while (read(m_read_end.number(), bytes.data(), bytes.size()) > 0) {
  }
}

}  // namespace dllrepro::cli::handoff

// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/forwarding.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>
#include <vector>

#include "harness/util/error.hpp"

namespace dllrepro::cli::handoff {

namespace {

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      // A terminal or pipe that somebody set to not block: wait, as a blocking one would.
      pollfd ready{descriptor, POLLOUT, 0};
      poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

}  // namespace

Forwarding::Forwarding(const FileDescriptor& from, int to, StreamFilter filter)
    : m_from(from.number()), m_to(to), m_filter(std::move(filter)) {
  std::signal(SIGPIPE, SIG_IGN);
}

void Forwarding::check() const {
  if (m_write_error != 0) {
    throw EnvironmentFailure("failed to write the output: " + std::generic_category().message(m_write_error));
  }
}

void Forwarding::write_out(std::string_view bytes) {
  if (m_write_error == 0) {
    m_write_error = write_all(m_to, bytes);
  }
}

void Forwarding::forward() {
  std::array<char, 16384> buffer{};
  const ssize_t count = read(m_from, buffer.data(), buffer.size());
  if (count > 0) {
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(count));
    m_filter.take ? write_out(m_filter.take(bytes)) : write_out(bytes);
  } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
    m_ended = true;
    if (m_filter.rest) {
      write_out(m_filter.rest());
    }
  }
}

bool wait_and_forward(std::initializer_list<Forwarding*> pipes, int wake, int milliseconds) {
  std::vector<pollfd> waiting{{wake, POLLIN, 0}};
  for (const Forwarding* pipe : pipes) {
    waiting.push_back({pipe->descriptor(), POLLIN, 0});
  }
  int ready = 0;
  do {
    // A signal of interest makes `wake` readable, so that nothing is missed by asking again.
    ready = poll(waiting.data(), static_cast<nfds_t>(waiting.size()), milliseconds);
  } while (ready < 0 && errno == EINTR);
  if (ready <= 0) {
    return false;
  }
  std::size_t index = 1;
  for (Forwarding* pipe : pipes) {
    if (waiting[index++].revents != 0) {
      pipe->forward();
    }
  }
  return true;
}

}  // namespace dllrepro::cli::handoff

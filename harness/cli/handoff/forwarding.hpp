// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

#include "harness/cli/handoff/file_descriptor.hpp"

namespace dllrepro::cli::handoff {

/// What a stream goes through on its way: `take` returns what may go on of the bytes so far, `rest` what was held back
/// when the stream has ended. Empty functions let everything through.
struct StreamFilter {
  std::function<std::string(std::string_view)> take;
  std::function<std::string()> rest;
};

/// Hands on what a pipe brings to a descriptor of ours, as it comes. While one lives, a write to a closed pipe is an
/// error to look at, not a signal that ends the program.
class Forwarding {
 public:
  /// Neither descriptor is owned.
  Forwarding(const FileDescriptor& from, int to, StreamFilter filter = {});

  /// The pipe has come to its end: every process that could write to it has closed it.
  [[nodiscard]] bool ended() const { return m_ended; }

  /// errno of the write that failed, 0 when none did. What comes after it is read and dropped.
  [[nodiscard]] int write_error() const { return m_write_error; }

  /// Throws EnvironmentFailure when a write failed.
  void check() const;

  [[nodiscard]] int descriptor() const { return m_ended ? -1 : m_from; }

  /// Reads what is there, to be called when the descriptor is readable.
  void forward();

 private:
  void write_out(std::string_view bytes);

  int m_from;
  int m_to;
  bool m_ended = false;
  int m_write_error = 0;
  StreamFilter m_filter;
};

/// Waits until one of the pipes or `wake` is readable, `milliseconds` at most (-1: for ever), and forwards what is
/// there. Returns whether anything was.
bool wait_and_forward(std::initializer_list<Forwarding*> pipes, int wake, int milliseconds);

}  // namespace dllrepro::cli::handoff

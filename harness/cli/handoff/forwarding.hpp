// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "harness/cli/handoff/file_descriptor.hpp"
#include "harness/cli/handoff/line_filter.hpp"

namespace dllrepro::cli::handoff {

/// Hands on what a pipe brings to a descriptor of ours, as it comes. While one lives, a write to a closed pipe is an
/// error to look at, not a signal that ends the program.
class Forwarding {
 public:
  /// Neither is owned. Lines from `dropped_mark` on are left out (LineFilter), none when it is empty.
  Forwarding(const FileDescriptor& from, int to, std::string dropped_mark = {});

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
  std::optional<LineFilter> m_filter;
};

/// Waits until one of the pipes or `wake` is readable, `milliseconds` at most (-1: for ever), and forwards what is
/// there. Returns whether anything was.
bool wait_and_forward(std::initializer_list<Forwarding*> pipes, int wake, int milliseconds);

}  // namespace dllrepro::cli::handoff

// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <csignal>

#include "harness/cli/handoff/file_descriptor.hpp"

namespace dllrepro::cli::handoff {

/// While it lives, Ctrl-C, SIGTERM and SIGHUP are counted instead of ending the program, and these and the end of a
/// child make `descriptor()` readable, to be waited for together with pipes. A signal that was ignored when the program
/// started (nohup, a shell's background job) stays ignored. One at a time.
class Signals {
 public:
  /// Throws EnvironmentFailure.
  Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;
  ~Signals();

  /// How often the program was asked to end while one lives; 0 while none does.
  [[nodiscard]] static int requests();

  [[nodiscard]] int descriptor() const { return m_read_end.number(); }

  /// Empties what made the descriptor readable.
  void drain() const;

 private:
  FileDescriptor m_read_end;
  FileDescriptor m_write_end;
  std::array<struct sigaction, 4> m_before{};
};

}  // namespace dllrepro::cli::handoff

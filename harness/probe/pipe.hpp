// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "harness/util/windows_handle.hpp"

namespace dllrepro::probe {

/// A pipe of which one end is a child's, and inherited.
struct Pipe {
  Handle read;
  Handle write;

  /// Returns false when the system gives none; GetLastError() tells why.
  bool open(DWORD size, bool child_reads);
};

/// How much drain() takes at a time: more than a pipe holds unless it was told to, so that nothing of what an ended
/// process wrote is left, and little enough that a child which writes on and on does not keep its caller from the
/// clock.
inline constexpr std::size_t k_most_at_once = std::size_t{256} << 10;

/// Of one child's output so much is kept; the rest is read and dropped.
inline constexpr std::size_t k_most_output = std::size_t{1} << 20;

/// Appends to `output` what lies in the pipe now, at most about k_most_at_once bytes; never waits.
void drain(HANDLE pipe, std::string& output);

}  // namespace dllrepro::probe

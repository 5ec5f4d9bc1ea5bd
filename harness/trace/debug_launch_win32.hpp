// SPDX-License-Identifier: MIT
// Windows alone.
#pragma once

#include <cstdint>
#include <thread>
#include <variant>

#include "harness/process/child.hpp"
#include "harness/process/job_win32.hpp"
#include "harness/trace/tracer.hpp"
#include "harness/util/windows_handle.hpp"

namespace dllrepro::trace {

/// Hands on what a traced program writes to its standard error, as frames on ours, until the last copy of its end of
/// the pipe is closed. The child's end is to be closed here once the child has its own.
class FramedErrors {
 public:
  /// Throws EnvironmentFailure.
  FramedErrors();
  FramedErrors(const FramedErrors&) = delete;
  FramedErrors& operator=(const FramedErrors&) = delete;
  /// Waits for the end of the stream.
  ~FramedErrors();

  [[nodiscard]] HANDLE child_end() const { return m_child_end.get(); }
  void close_child_end() { m_child_end.close(); }

 private:
  Handle m_our_end;
  Handle m_child_end;
  std::thread m_reader;
};

/// Starts the program as a process that we debug, in the job, with our streams but an empty standard input, and with
/// `errors` as its standard error where that is given. Returns its id.
std::variant<std::uint32_t, process::NotStarted> launch_debuggee(const TraceCommand& command, const process::Job& job,
                                                                 HANDLE errors);

}  // namespace dllrepro::trace

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <variant>

#include "harness/process/child.hpp"
#include "harness/process/job_win32.hpp"
#include "harness/util/spawn_retry.hpp"
#include "harness/util/windows_handle.hpp"

namespace dllrepro::process {

/// The child's ends of its four streams; standard input has ended before it begins.
struct ChildEnds {
  HANDLE output = nullptr;
  HANDLE error = nullptr;
  HANDLE events = nullptr;
};

/// A process that is in its job and has not run an instruction yet.
struct SuspendedProcess {
  Handle process;
  Handle main_thread;
  std::uint32_t id = 0;

  /// Lets it run. Throws EnvironmentFailure when the system refuses.
  void resume() const;
};

/// Starts the command's program suspended, as a member of `job` from its first moment, without a console, with exactly
/// the environment given and nothing inherited but its four streams, however many threads start children at once.
///
/// Failures of the moment are tried again, see spawn_retry.hpp; every other error is the answer. Error dialogs are
/// turned off for this process and so for all it starts.
std::variant<SuspendedProcess, NotStarted> launch(const ChildCommand& command, const Job& job, const ChildEnds& ends,
                                                  const RetrySink& on_retry);

}  // namespace dllrepro::process

// SPDX-License-Identifier: MIT
#pragma once

#include "harness/process/child.hpp"
#include "harness/process/event.hpp"
#include "harness/run/outcome.hpp"

namespace dllrepro::run {

/// Makes one outcome of all that happened.
///
/// The process' own end speaks first, for nothing can be caught behind it; what the program raised comes second:
///
///   NotStarted                                   did not start, error
///   its own Python was begun and never came up,  did not start, at /host/python: status and error as of a python.exe
///     and it ended by itself                     that misses its DLL, message
///   Killed                                       hang, clock
///   code is an exception's, before the first     did not start, status: the image's own imports (0xC0000135 and its
///     event of the probe                           like), any other is a crash in phase start
///   code is an exception's, later                crash, status
///   no `done`                                    exit, exit_code, 0 included
///   `raised`, `done`, code 0 or 1                load error or call error (an interpreter returns 1 after it)
///   `done`, another code than 0                  exit, exit_code, in phase exit
///   `done`, code 0                               ok
///
/// Which code is an exception's is told at is_exception_code(). Paths are taken as the events spell them;
/// in_tree_notation() comes before. A cancelled child has no outcome: throws Error.
Outcome fold(const process::Events& events, const process::Ending& ending);

/// Says whether an exit code is what the system writes for an exception or a failed start, not what a program returned.
/// An NTSTATUS of severity warning or error (0x8..., 0xC...), the C++ and delay-load exceptions (0xE06D7363,
/// 0xC06D007E), and STATUS_FATAL_APP_EXIT; not a small negative number (0xFFFFxxxx), which is what `exit(-1)` gives.
bool is_exception_code(std::uint32_t code);

/// Says whether a status is what process start ends with when the image's own imports can't be loaded.
bool is_start_status(std::uint32_t status);

}  // namespace dllrepro::run

// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "harness/util/json_document.hpp"

namespace dllrepro::process {

/// One thing that happened to a child, in the order in which it happened. The probe writes each as one JSON line on the
/// event pipe; the runner adds those that only it can see. Paths are as Windows gave them until the run room puts them
/// into the tree's notation.
///
/// Every event has "event" (its kind) and "at" (milliseconds since the child was resumed, a number; where the probe
/// gives none, the time of arrival). Kinds and members:
///
///   from the probe
///   start        pid, exe, protocol, under_wine (bool), system ("Wine 8.0" / "Windows 10.0.22631")
///   phase        phase: "host" | "loader" | "steps" | "finish"
///   begin        step (number, counts from 1), pointer ("/loader/3/do/0": which operation), op ("load"), text
///   end          step, result: "ok" | "error", error (Win32, when error), value (what a call returned),
///                module (path of the module that a load gave), call ("LoadLibraryExW"); of Python's steps type of what
///                was raised; of start_python, the start of the host's own interpreter, value (its version), module
///                (its DLL), message (why it can't be had)
///   load         module (path), base, size             an image was mapped (loader notification, in order)
///   unload       module
///   unsatisfied  module, from ("b.dll"), symbol or ordinal    an import that the named module does not export
///   warning      message, category ("UserWarning", where it is one of Python's)
///   raised       type ("OSError"), error, module, message, step, phase    nothing in the program caught it; of a real
///                interpreter traceback, and of_load: true when it says that a module could not be loaded
///   state        modules [paths in load order], environment {name: value}, working_directory, dll_directory,
///                results {name: value}: what the program remembered
///   done         the last line; everything after it is process exit
///
///   from the runner; a child that sends one of these is not believed: the line is garbage
///   spawned      pid
///   spawn_retry  error, attempt (from 1): the system failed to start a process and is asked again
///   garbage      text (a line on the event pipe that is no event), 200 bytes at most, not printable ones as \xNN
///   pipe_closed  the child closed the event pipe before `done` and lives on
///   clock        clock, phase ("start" before the first, "exit" after `done`), and of the innermost step that was open
///                step, pointer, op; modules [paths in load order], threads [{id, start: "a.dll+0x10"}],
///                processes [{pid, exe}] that the child had started: what was seen before the kill
///   exited       code (unsigned 32 bit); after all that the child sent, with the time at which it was gone
///   survivor     pid, exe: a process that was left in the job once the child was gone, and was killed
using Event = Json;

using Events = std::vector<Event>;

/// Says whether events of this kind come from the runner.
inline bool is_kind_of_runner(std::string_view kind) {
  constexpr std::array<std::string_view, 7> k_kinds{"spawned", "spawn_retry", "garbage", "pipe_closed",
                                                    "clock",   "exited",      "survivor"};
  return std::find(k_kinds.begin(), k_kinds.end(), kind) != k_kinds.end();
}

}  // namespace dllrepro::process

// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "harness/trace/trace.hpp"

namespace dllrepro::trace {

struct TextOptions {
  bool all = false;  ///< also what modules of Windows' own folder load from there, and exports that its DLLs lack
};

/// A trace for people: for each process how it ended, its loads as a tree, what could not be loaded and why.
///
///   app.exe (process 264): exit code 3 after 41 ms
///         ms  module          asked for by             from
///          0  app.exe                                  Z:\app
///          3    a.dll         import                   Z:\app
///          9  c.dll           LoadLibrary              not loaded: 126 (ERROR_MOD_NOT_FOUND)
///   not loaded:
///     c.dll, asked for by LoadLibrary at 9 ms: 126 (ERROR_MOD_NOT_FOUND)
///       gone.dll, which c.dll imports, is in none of the folders searched:
///         Z:\app
std::string text_of(const Trace& trace, const TextOptions& options = {});

/// "exit code 3 after 41 ms", "crashed with 0xC0000005 (...) at a.dll+0x1010 after 41 ms", ...
std::string how_it_ended(const Process& process, bool time_over);

/// The Win32 error that a program sees for the status of a load that failed (RtlNtStatusToDosError; rows L195 to L203
/// of the record); the status itself where there is none.
std::uint32_t win32_error_of(std::uint32_t status);

}  // namespace dllrepro::trace

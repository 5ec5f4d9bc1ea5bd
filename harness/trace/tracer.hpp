// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "harness/process/child.hpp"
#include "harness/trace/step.hpp"

namespace dllrepro::trace {

struct TraceCommand {
  std::filesystem::path program;  ///< an absolute path
  std::vector<std::string> arguments;
  std::chrono::milliseconds limit{};  ///< for the whole program; there is no tracing without a clock

  /// What the program writes to its standard error comes in frames (error_frames.hpp) on ours: under Wine that stream
  /// is also the one that Wine's own lines go to.
  bool frame_errors = false;
};

using StepSink = std::function<void(const Step&)>;

/// Finds a program as a command line means it: a path, or a name that is looked for in the current folder, in Windows'
/// folders and on PATH; ".exe" may be left out. "" when there is none.
std::filesystem::path find_program(const std::string& name);

/// Runs a program and all that it starts as their debugger and tells what happens as it happens, from this thread: the
/// processes, the images that are mapped (with their imports where the loader itself tells nothing), exceptions that
/// nobody handles, texts for the debugger, and on Windows the loader's snaps. Environment and current folder are ours,
/// standard input is empty.
///
/// The trace ends with the program: what it left running is told and killed, and nothing is left on any path. Returns
/// how the program ended; Killed{Clock::Cell} after `limit`, Cancelled when `stop` was asked for. Windows alone.
process::Ending run_traced(const TraceCommand& command, const StepSink& sink, std::stop_token stop);

}  // namespace dllrepro::trace

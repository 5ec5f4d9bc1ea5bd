// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/cli/invocation.hpp"
#include "harness/trace/trace.hpp"

namespace dllrepro::cli {

/// What `dllrepro trace` was asked for.
struct TraceArguments {
  std::vector<std::string> program;  ///< its name or path, then its arguments
  double seconds = 120;              ///< how long it may take
  bool all = false;                  ///< also what Windows' own modules load
  std::string output;                ///< file for the text; "": standard error
  std::string json;                  ///< file for the trace as JSON; "": none
  std::string steps;                 ///< for the Windows program that the native one started: file for what it saw
};

/// Reads the command line. Returns the code to end with where there is nothing to trace (see parse_arguments).
std::optional<ExitCode> parse_trace(const std::vector<std::string>& words, TraceArguments& arguments);

/// `dllrepro trace`.
ExitCode trace_command(const Invocation& invocation);

/// Runs the program and writes what was seen: here on Windows, by way of the Windows build on Linux. One source per
/// platform.
ExitCode trace_program(const TraceArguments& arguments, const Invocation& invocation);

/// Writes a trace as it was asked for.
void write_trace(const TraceArguments& arguments, const trace::Trace& trace);

}  // namespace dllrepro::cli

// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "harness/cli/handoff/file_descriptor.hpp"

namespace dllrepro::cli::handoff {

/// What to start on the Unix side; nothing but the three streams is inherited.
struct UnixCommand {
  std::filesystem::path program;
  std::vector<std::string> arguments;    ///< without the program's own name
  std::vector<std::string> environment;  ///< complete, "NAME=value"
};

/// A started process, the first of a process group of its own, so that a terminal's Ctrl-C reaches it by us alone.
struct UnixProcess {
  pid_t id = 0;
  FileDescriptor input;  ///< what we write the process reads
  FileDescriptor output;
  FileDescriptor errors;
};

/// Starts with a pipe for each stream: Wine 8.0 gives a program whose stream is a file or /dev/null an invalid handle.
/// Throws EnvironmentFailure.
UnixProcess start_with_pipes(const UnixCommand& command);

/// Runs to the end with every stream on /dev/null, for what would keep a pipe of ours open for ever: Wine's server and
/// its services. Returns the exit code, 128 and more for a signal. A request to end (Signals) kills it where `killable`
/// says so. Throws EnvironmentFailure when it can't be started.
int run_on_null(const UnixCommand& command, bool killable = false);

/// Runs to the end and returns the first line of stdout. Throws EnvironmentFailure when it can't be started.
std::string first_line_of(const UnixCommand& command);

/// What waitpid's status means as an exit code: a signal counts 128 more than its number, as in a shell.
int exit_code_of(int wait_status);

/// Waits for the process, whatever signals arrive meanwhile; returns the code as exit_code_of does.
int wait_for(pid_t id);

}  // namespace dllrepro::cli::handoff

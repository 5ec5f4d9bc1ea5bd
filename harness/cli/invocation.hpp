// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "harness/util/exit_codes.hpp"

namespace dllrepro::cli {

/// How the program was called.
struct Invocation {
  std::vector<std::string> arguments;  ///< UTF-8, without the program's own name
  /// The native program on Linux started this one through Wine (k_handed_off was its first argument): the end of stdin
  /// or a line `stop` there ends the run, and exit codes are moved out of the way of Wine's own.
  bool handed_off = false;
  /// `git bisect run` called `dllrepro run --git-bisect`: whatever happens, the exit code is one that git takes as
  /// meant (anything else below 128 is a bad commit to it). Known before the command line is understood, for the same
  /// reason.
  bool git_bisect = false;
};

/// The first argument of a Windows program that the native one started; between the two and for no person.
inline constexpr const char* k_handed_off = "--handed-off";

/// The option of `dllrepro run` that makes its exit codes those of `git bisect run`.
inline constexpr const char* k_git_bisect = "--git-bisect";

/// Exit codes of a handed-off program start here. Linux sees the low 8 bits of an exit code, so that a crash of the
/// Windows program (0xC0000005) would look like "nothing selected", and a Wine that can't start like a failed scenario.
inline constexpr int k_handed_off_codes = 0x40;

/// Reads the command line; on Windows as Unicode and not from `argv`, which is in the code page of the day.
Invocation make_invocation(int argc, char** argv);

/// The same of words that were read already.
Invocation invocation_of(std::vector<std::string> words);

/// The number to return from `main`. A result that can't be written (a full disk behind stdout) makes a success an
/// EnvironmentBroken, for `git bisect run` a GitBisectAbort.
int exit_status(ExitCode code, const Invocation& invocation);

/// The command line in UTF-8 without the program's name; one source per platform.
std::vector<std::string> program_arguments(int argc, char** argv);

/// Makes stdout and stderr carry UTF-8 with bare newlines, so that output is the same bytes on every platform.
void prepare_streams();

}  // namespace dllrepro::cli

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/invocation.hpp"
#include "harness/util/exit_codes.hpp"

namespace dllrepro::cli {

/// One subcommand: a row of the table that `--help` prints and that wrong names are held against.
struct Command {
  std::string_view name;
  std::string_view arguments;  ///< "[PATHS...]"
  std::string_view summary;    ///< one line, no full stop
  /// Gets the arguments behind the command's name. Results go to stdout, all else to stderr.
  ExitCode (*run)(const Invocation& invocation);
};

/// All subcommands of this build, in the order in which a newcomer meets them.
const std::vector<Command>& commands();

/// Runs the subcommand that the first argument names, or prints help or the version.
/// Throws what the command throws; `main` turns that into messages and exit codes.
ExitCode run_program(const Invocation& invocation);

/// Prints every line of `text` to stderr with the program's name in front: "dllrepro: no fixtures found".
void report_failure(std::string_view text);

/// The same for what is no failure.
void tell(std::string_view text);

/// What `dllrepro --help` prints.
std::string program_help();

}  // namespace dllrepro::cli

// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/util/exit_codes.hpp"

namespace CLI {
class App;
}

namespace dllrepro::cli {

/// Parses a subcommand's arguments into what `app` binds. Returns nothing when the command is to go on, else the code
/// to end with: help was asked for (printed to stdout), or the arguments are wrong (told on stderr, a wrong option with
/// the nearest known one). `app`'s name is "dllrepro COMMAND". `more_help` ends the help as it is: CLI11 2.5 wraps the
/// lines of its own footer.
std::optional<ExitCode> parse_arguments(CLI::App& app, const std::vector<std::string>& arguments,
                                        std::string_view more_help = {});

/// Tells on stderr what is wrong with the arguments of `app`'s command, and where help is; returns ExitCode::Usage.
ExitCode refuse_arguments(const CLI::App& app, const std::string& message);

}  // namespace dllrepro::cli

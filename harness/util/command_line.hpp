// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dllrepro {

/// Quotes one argument so that CommandLineToArgvW and the C runtime read it back as it was (the rules of Microsoft's
/// "Parsing C command-line arguments": backslashes count only before a quote).
///
/// Boost.Process v2 1.83 quotes only what holds a blank and leaves quotes and backslashes alone, so `a"b`, `a\ b\` and
/// tabs would arrive as something else.
std::string quote_argument(std::string_view argument);

/// The whole command line: the program, in quotes always, then each argument after a blank. UTF-8 in and out.
std::string command_line(std::string_view program, const std::vector<std::string>& arguments);

}  // namespace dllrepro

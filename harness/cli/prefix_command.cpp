// SPDX-License-Identifier: MIT
#include "harness/cli/prefix_command.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "harness/cli/command_line.hpp"
#include "harness/cli/handoff/signals.hpp"
#include "harness/cli/handoff/wine_prefix.hpp"
#include "harness/cli/program.hpp"

namespace dllrepro::cli {

ExitCode prefix_command(const Invocation& invocation) {
  CLI::App app(
      "Makes the Wine prefix that runs happen in, where it is not made yet, starts its server, and prints its "
      "path.",
      "dllrepro prefix");
  const std::string more = fmt::format(
      "\nThe server stays for {} seconds after the last program of the prefix.\n\n"
      "Example, a program of your own in the same prefix:\n"
      "  WINEPREFIX=$(dllrepro prefix) wine program.exe\n",
      handoff::WinePrefix::k_server_seconds);
  if (const std::optional<ExitCode> end = parse_arguments(app, invocation.arguments, more)) {
    return *end;
  }
  const handoff::WineInstallation wine = handoff::find_wine();
  const handoff::Signals signals;
  handoff::WinePrefix prefix(wine, handoff::WinePrefix::default_folder(wine), report_failure);
  try {
    prefix.prepare();
    prefix.warm_up();
  } catch (const EnvironmentFailure&) {
    if (handoff::Signals::requests() == 0) {
      throw;
    }
  }
  if (handoff::Signals::requests() > 0) {
    return ExitCode::Interrupted;
  }
  fmt::print("{}\n", prefix.folder().string());
  return ExitCode::AllAsExpected;
}

}  // namespace dllrepro::cli

// SPDX-License-Identifier: MIT
#include "harness/cli/trace_command.hpp"

#include <algorithm>
#include <cstdio>

#include <CLI/CLI.hpp>

#include "harness/cli/command_line.hpp"
#include "harness/run/cell_result.hpp"
#include "harness/trace/trace_text.hpp"
#include "harness/util/output_file.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::cli {

namespace {

constexpr const char* k_more_help = R"(
The program's own output goes where it always goes, and the trace to standard error once the program has ended: each
module that it loaded, when, from where and who asked for it; what could not be loaded, which DLL was missing, and the
folders that were searched. So do the processes that it starts. Its standard input is empty; what it leaves running is
told and killed.

On Linux the program runs under Wine, in the prefix of `dllrepro prefix`, and Wine's loader tells what it does. Paths
among the program's arguments are its own matter: Z:\ is the root folder there. On Windows the program is debugged, with
the loader's snaps turned on for it alone; that takes no administrator, and was never run there.

exit codes:
  0  the program ended with exit code 0
  1  it ended with another one, crashed, or was killed for taking too long
  2  the command line can't be understood
  3  there is no such program, or it can't run on this machine
  4  the machine is not as needed: no Wine, no permission
  6  interrupted

Examples:
  dllrepro trace -- python.exe -c "import torch"
  dllrepro trace --json trace.json -- app.exe --version
  dllrepro trace --all -- cmd /c ver
)";

}  // namespace

std::optional<ExitCode> parse_trace(const std::vector<std::string>& words, TraceArguments& arguments) {
  CLI::App app(
      "Runs any Windows program and shows what DLLs it loads: when, from where, who asks, and what fails. The program "
      "and its arguments go behind --.",
      "dllrepro trace");
  app.add_option("--timeout", arguments.seconds, "kill the program after so many seconds (default: 120)")
      ->option_text("SECONDS")
      ->check(CLI::Range(0.1, 86400.0));
  app.add_flag("--all", arguments.all, "show also what Windows' own modules load of Windows' own");
  app.add_option("-o,--output", arguments.output, "write the trace to FILE instead of standard error")
      ->option_text("FILE");
  app.add_option("--json", arguments.json, "write the whole trace to FILE as JSON")->option_text("FILE");
  app.add_option("--steps", arguments.steps)->group("");
  // What is behind the separator is the program's, whatever it looks like.
  const auto separator = std::find(words.begin(), words.end(), "--");
  if (const std::optional<ExitCode> end = parse_arguments(app, {words.begin(), separator}, k_more_help)) {
    return end;
  }
  if (separator == words.end() || separator + 1 == words.end()) {
    return refuse_arguments(app, "no program given: it goes behind --, as in dllrepro trace -- app.exe");
  }
  arguments.program.assign(separator + 1, words.end());
  return std::nullopt;
}

ExitCode trace_command(const Invocation& invocation) {
  TraceArguments arguments;
  if (const std::optional<ExitCode> end = parse_trace(invocation.arguments, arguments)) {
    return *end;
  }
  return trace_program(arguments, invocation);
}

void write_trace(const TraceArguments& arguments, const trace::Trace& trace) {
  if (!arguments.json.empty()) {
    write_file(path_from_utf8(arguments.json), run::dump_safely(trace::to_json(trace), 1) + "\n");
  }
  const std::string text = trace::text_of(trace, {arguments.all});
  if (!arguments.output.empty()) {
    write_file(path_from_utf8(arguments.output), text);
    return;
  }
  // The program's output, which may go to the same place, is all written.
  std::fflush(stdout);
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace dllrepro::cli

// SPDX-License-Identifier: MIT
#include "harness/cli/program.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "harness/cli/bisect_command.hpp"
#include "harness/cli/check_command.hpp"
#include "harness/cli/list_command.hpp"
#include "harness/cli/pe_command.hpp"
#include "harness/cli/prefix_command.hpp"
#include "harness/cli/run_command.hpp"
#include "harness/cli/schema_command.hpp"
#include "harness/cli/stub_command.hpp"
#include "harness/cli/trace_command.hpp"
#include "harness/cli/version.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::cli {

namespace {

const Command* find_command(std::string_view name) {
  const auto found =
      std::find_if(commands().begin(), commands().end(), [&](const Command& command) { return command.name == name; });
  return found == commands().end() ? nullptr : &*found;
}

ExitCode refuse_word(std::string_view word) {
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    names.emplace_back(command.name);
  }
  const bool option = word.substr(0, 1) == "-";
  report_failure(fmt::format("unknown {} \"{}\"{}", option ? "option" : "command", word,
                             did_you_mean(word, option ? std::vector<std::string>{"--help", "--version"} : names)));
  report_failure("`dllrepro --help` lists the commands");
  return ExitCode::Usage;
}

void print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> all{
      {"run", "[PATHS...]", "runs scenarios in fresh child processes and judges what happens", run_command},
      {"list", "[PATHS...]", "lists scenarios, their cells, the rows of the record they cover", list_command},
      {"check", "[FILES...]", "reads scenarios and fixtures and prints every fault in them", check_command},
      {"schema", "[NAME]", "prints the JSON Schema of a file format, for an editor to complete by", schema_command},
      {"stub", "SPEC.json -o OUT.dll", "composes one stub DLL from its spec", stub_command},
      {"pe", "FILE", "prints what a DLL or program imports, exports and declares", pe_command},
      {"bisect", "SCENARIO --axis AXIS", "finds the release, or other value of an axis, that changed the outcome",
       bisect_command},
      {"trace", "-- PROGRAM ARGS...", "runs any Windows program and shows what DLLs it loads and what fails",
       trace_command},
#ifndef _WIN32
      {"prefix", "", "makes the Wine prefix that runs happen in, starts its server, prints its path", prefix_command},
#endif
  };
  return all;
}

ExitCode run_program(const Invocation& invocation) {
  const std::vector<std::string>& arguments = invocation.arguments;
  if (arguments.empty()) {
    report_failure("no command given");
    std::fputs(program_help().c_str(), stderr);
    return ExitCode::Usage;
  }
  const std::string& first = arguments.front();
  if (first == "--version") {
    print(fmt::format("dllrepro {}\n", k_version));
    return ExitCode::AllAsExpected;
  }
  const bool asks_for_help = first == "help" || first == "--help" || first == "-h";
  if (asks_for_help && arguments.size() == 1) {
    print(program_help());
    return ExitCode::AllAsExpected;
  }
  const std::string& name = asks_for_help ? arguments[1] : first;
  const Command* command = find_command(name);
  if (command == nullptr) {
    return refuse_word(name);
  }
  Invocation own{{arguments.begin() + 1, arguments.end()}, invocation.handed_off, invocation.git_bisect};
  if (asks_for_help) {
    own.arguments = {"--help"};
  }
  return command->run(own);
}

void report_failure(std::string_view text) {
  tell(text);
}

void tell(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string line = fmt::format("dllrepro: {}\n", text.substr(0, end));
    std::fwrite(line.data(), 1, line.size(), stderr);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

}  // namespace dllrepro::cli

// SPDX-License-Identifier: MIT
#include "harness/cli/program.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro;

namespace {

ExitCode ran(std::vector<std::string> words) {
  return cli::run_program({std::move(words), false});
}

}  // namespace

TEST_CASE("Help and version are results; a missing or unknown command is a usage error") {
  CHECK(ran({"--help"}) == ExitCode::AllAsExpected);
  CHECK(ran({"help"}) == ExitCode::AllAsExpected);
  CHECK(ran({"--version"}) == ExitCode::AllAsExpected);
  CHECK(ran({}) == ExitCode::Usage);
  CHECK(ran({"rnu"}) == ExitCode::Usage);
  CHECK(ran({"--versoin"}) == ExitCode::Usage);
  CHECK(ran({"help", "rnu"}) == ExitCode::Usage);
}

TEST_CASE("Every command has help of its own, two ways to it, and refuses options that it does not know") {
  for (const cli::Command& command : cli::commands()) {
    CAPTURE(command.name);
    CHECK(ran({std::string(command.name), "--help"}) == ExitCode::AllAsExpected);
    CHECK(ran({"help", std::string(command.name)}) == ExitCode::AllAsExpected);
    CHECK(ran({std::string(command.name), "--no-such-option"}) == ExitCode::Usage);
  }
}

TEST_CASE("The program's help names every command, in lines that fit a terminal") {
  const std::string help = cli::program_help();
  for (const cli::Command& command : cli::commands()) {
    CHECK(help.find("\n  " + std::string(command.name) + " ") != std::string::npos);
    CHECK(help.find(command.summary) != std::string::npos);
  }
  std::size_t begin = 0;
  for (std::size_t end = help.find('\n'); end != std::string::npos; end = help.find('\n', begin)) {
    CHECK(end - begin <= 120);
    begin = end + 1;
  }
}

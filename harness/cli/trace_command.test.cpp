// SPDX-License-Identifier: MIT
#include "harness/cli/trace_command.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro;

namespace {

std::optional<ExitCode> ended(const std::vector<std::string>& words) {
  cli::TraceArguments arguments;
  return cli::parse_trace(words, arguments);
}

}  // namespace

TEST_CASE("What is behind the separator is the program's") {
  cli::TraceArguments arguments;
  REQUIRE_FALSE(
      cli::parse_trace({"--timeout", "2.5", "--json", "x.json", "--", "app.exe", "--json", "--", "-h"}, arguments));
  CHECK(arguments.program == std::vector<std::string>{"app.exe", "--json", "--", "-h"});
  CHECK(arguments.seconds == 2.5);
  CHECK(arguments.json == "x.json");
  CHECK_FALSE(arguments.all);
}

TEST_CASE("Without a program there is nothing to trace") {
  CHECK(ended({}) == ExitCode::Usage);
  CHECK(ended({"--"}) == ExitCode::Usage);
  CHECK(ended({"app.exe"}) == ExitCode::Usage);
  CHECK(ended({"--all"}) == ExitCode::Usage);
  CHECK(ended({"--timeout", "0", "--", "app.exe"}) == ExitCode::Usage);
  CHECK(ended({"--timeuot", "1", "--", "app.exe"}) == ExitCode::Usage);
  CHECK(ended({"--help"}) == ExitCode::AllAsExpected);
}

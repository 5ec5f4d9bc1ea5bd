// SPDX-License-Identifier: MIT
#include "harness/cli/trace_command_posix.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/util/error.hpp"

using namespace dllrepro;
using cli::program_word;

TEST_CASE("Paths of this side are translated, names and paths of the other side are left alone") {
  CHECK(program_word("/tmp/a b/app.exe") == "Z:\\tmp\\a b\\app.exe");
  CHECK(program_word("./app.exe") == ".\\app.exe");
  CHECK(program_word("cmd") == "cmd");
  CHECK(program_word("C:/Python/python.exe") == "C:/Python/python.exe");
  CHECK(program_word("c:\\Python\\python.exe") == "c:\\Python\\python.exe");
  CHECK(program_word("Z:python.exe") == "Z:python.exe");
  CHECK(program_word("").empty());
  CHECK_THROWS_AS(program_word("/tmp/a:b/app.exe"), EnvironmentFailure);
  CHECK_THROWS_AS(program_word("1:/app.exe"), EnvironmentFailure);
}

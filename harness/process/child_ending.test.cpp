// SPDX-License-Identifier: MIT
#include <filesystem>
#include <fstream>

#include <catch2/catch_test_macros.hpp>

#include "harness/process/child_test_support.hpp"
#include "harness/process/launch_win32.hpp"
#include "harness/util/error.hpp"

using namespace dllrepro::process;

TEST_CASE("an exit code is told with all its 32 bits") {
  CHECK(exit_code(run({"exit", "0"})) == 0);
  CHECK(exit_code(run({"exit", "3"})) == 3);
  CHECK(exit_code(run({"exit", "256"})) == 256);
  CHECK(exit_code(run({"exit", "259"})) == 259);  // STILL_ACTIVE, if one asks the wrong way
  CHECK(exit_code(run({"exit", "0xC0000135"})) == 0xC0000135);
  CHECK(exit_code(run({"exit", "0xFFFFFFFF"})) == 0xFFFFFFFF);
}

TEST_CASE("a child that can't be let go is a failure, not a hang") {
  const SuspendedProcess nothing;
  CHECK_THROWS_AS(nothing.resume(), dllrepro::EnvironmentFailure);
}

TEST_CASE("a crash is told by its NTSTATUS") {
  CHECK(exit_code(run({"crash"})) == 0xC0000005);
}

TEST_CASE("a child's life is told in events, with the time since it began") {
  const ChildReport report = run({"exit", "7"});
  CHECK(kinds(report) == "spawned exited");
  CHECK(report.events[0]["at"] == 0);
  CHECK(report.events[1]["code"] == 7);
  CHECK(report.events[1]["at"] > 0);
  CHECK(report.events[1]["at"] <= report.milliseconds);
  CHECK_FALSE(report.saw_done);
}

TEST_CASE("a program that is not there does not start") {
  ChildCommand missing = command({"exit", "0"});
  missing.executable.replace_filename("no such program.exe");
  const ChildReport report = run_command(missing);
  REQUIRE(std::holds_alternative<NotStarted>(report.ending));
  CHECK(std::get<NotStarted>(report.ending).error == 2);
  CHECK_FALSE(std::get<NotStarted>(report.ending).message.empty());
  CHECK(report.events.empty());
}

TEST_CASE("a text with the name of a program does not start") {
  ChildCommand text = command({});
  text.executable = std::filesystem::temp_directory_path() / "dllrepro-process-test-text.exe";
  std::ofstream(text.executable) << "This is no program.\n";
  const ChildReport report = run_command(text);
  std::filesystem::remove(text.executable);
  REQUIRE(std::holds_alternative<NotStarted>(report.ending));
  // Windows 10 says 216 (exe machine type mismatch) for a file without "MZ", Wine 193 (bad exe format).
  const auto error = std::get<NotStarted>(report.ending).error;
  CHECK((error == 193 || error == 216));
}

TEST_CASE("a working directory that is not there keeps a program from starting") {
  ChildCommand nowhere = command({"exit", "0"});
  nowhere.working_directory = "C:\\no such folder";
  const ChildReport report = run_command(nowhere);
  REQUIRE(std::holds_alternative<NotStarted>(report.ending));
  CHECK(std::get<NotStarted>(report.ending).error == 267);
}

TEST_CASE("what no process can be given is refused") {
  ChildCommand argument = command({std::string("a\0b", 3)});
  CHECK(std::get<NotStarted>(run_command(argument).ending).error == 87);
  ChildCommand variable = command({"exit", "0"});
  variable.environment["A=B"] = "";
  CHECK(std::get<NotStarted>(run_command(variable).ending).error == 87);
}

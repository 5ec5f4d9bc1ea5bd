// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/run_parts.hpp"

#include <algorithm>

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro;
using namespace dllrepro::cli;
using handoff::parts_of_run;

namespace {

bool has_word(const handoff::WindowsRun& run, const std::string& word) {
  return std::find(run.arguments.begin(), run.arguments.end(), word) != run.arguments.end();
}

bool has_journal(const handoff::WindowsRun& run) {
  return std::any_of(run.arguments.begin(), run.arguments.end(),
                     [](const std::string& word) { return word.rfind("--journal=", 0) == 0; });
}

scenario::Cell cell_without(std::vector<std::string> dlls) {
  scenario::Cell cell;
  cell.system32.without = std::move(dlls);
  return cell;
}

RunArguments arguments() {
  RunArguments arguments;
  arguments.work_folder = "/tmp/work";
  return arguments;
}

}  // namespace

TEST_CASE("Cells of one machine are one run, and nobody is told of parts") {
  const auto plain = parts_of_run(arguments(), "/top", {cell_without({}), cell_without({})}, "/tmp/j");
  REQUIRE(plain.size() == 1);
  CHECK(plain[0].machine.is_plain());
  CHECK_FALSE(has_journal(plain[0]));
  CHECK_FALSE(has_word(plain[0], "--part=first"));
  const auto other = parts_of_run(arguments(), "/top", {cell_without({"a.dll"})}, "/tmp/j");
  REQUIRE(other.size() == 1);
  CHECK_FALSE(other[0].machine.is_plain());
  CHECK_FALSE(has_journal(other[0]));
}

TEST_CASE("Cells of several machines are a run each, the plain one first, with one journal") {
  const auto parts = parts_of_run(
      arguments(), "/top",
      {cell_without({"a.dll"}), cell_without({}), cell_without({"b.dll"}), cell_without({"a.dll"})}, "/tmp/j");
  REQUIRE(parts.size() == 3);
  CHECK(parts[0].machine.is_plain());
  CHECK(parts[1].machine.without == std::vector<std::string>{"a.dll"});
  CHECK(parts[2].machine.without == std::vector<std::string>{"b.dll"});
  CHECK(has_word(parts[0], "--part=first"));
  CHECK(has_word(parts[1], "--part=middle"));
  CHECK(has_word(parts[2], "--part=last"));
  for (const auto& part : parts) {
    CHECK(part.arguments.front() == "run");
    CHECK(has_word(part, "--part-journal=Z:\\tmp\\j"));
    CHECK_FALSE(has_journal(part));
  }
}

TEST_CASE("A journal that was asked for is the one of all parts") {
  RunArguments own = arguments();
  own.journal = "/tmp/mine";
  for (const auto& part : parts_of_run(own, "/top", {cell_without({}), cell_without({"a.dll"})}, "/tmp/j")) {
    CHECK(has_word(part, "--journal=Z:\\tmp\\mine"));
  }
}

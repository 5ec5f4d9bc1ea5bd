// SPDX-License-Identifier: MIT
#include "harness/cli/bisect_command.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "harness/util/error.hpp"
#include "harness/util/temporary_folder.hpp"

using namespace dllrepro;

namespace {

std::optional<ExitCode> ended(const std::vector<std::string>& words) {
  cli::BisectArguments arguments;
  return cli::parse_bisect(words, arguments);
}

ExitCode ran(const std::vector<std::string>& words) {
  cli::Invocation invocation;
  invocation.arguments.emplace_back("torch-history/vc-runtime");
  invocation.arguments.insert(invocation.arguments.end(), words.begin(), words.end());
  return cli::bisect_command(invocation);
}

}  // namespace

TEST_CASE("What a bisection is asked for") {
  cli::BisectArguments arguments;
  REQUIRE_FALSE(
      cli::parse_bisect({"x.json", "--axis", "release", "--filter", "host=venv", "--bad", "2"}, arguments).has_value());
  CHECK(arguments.run.paths == std::vector<std::string>{"x.json"});
  CHECK(arguments.axis == "release");
  CHECK(arguments.good.empty());
  CHECK(arguments.bad == "2");
  CHECK(arguments.run.options.repeat_options.empty());
  CHECK(ended({"--axis", "release"}) == ExitCode::Usage);
  CHECK(ended({"x.json"}) == ExitCode::Usage);
}

TEST_CASE("The command that repeats a candidate says what the bisection was told") {
  cli::BisectArguments arguments;
  REQUIRE_FALSE(cli::parse_bisect({"x.json", "--axis", "release", "--timeout-scale", "2.50", "--cache", "/c",
                                   "--work-dir", "/w", "--fixtures", "../fix"},
                                  arguments)
                    .has_value());
  CHECK(arguments.run.options.repeat_options == "--fixtures ../fix --work-dir /w --cache /c --timeout-scale 2.5");
}

TEST_CASE("An axis or an end that the scenario does not have is a wrong command line") {
  CHECK(ran({"--axis", "relaese"}) == ExitCode::Usage);
  CHECK(ran({"--axis", "release"}) == ExitCode::Usage);  // the other axis has several values still
  const std::string filter = "missing=vcruntime140_threads.dll";
  CHECK(ran({"--axis", "missing", "--filter", filter + " release=2.15.0"}) == ExitCode::Usage);
  CHECK(ran({"--axis", "release", "--filter", filter, "--good", "2.8.1"}) == ExitCode::Usage);
  CHECK(ran({"--axis", "release", "--filter", filter, "--bad", "2.15"}) == ExitCode::Usage);
  CHECK(ran({"--axis", "release", "--filter", filter, "--good", "2.15.0", "--bad", "2.15.0"}) == ExitCode::Usage);
}

TEST_CASE("A candidate's answer is the one that its own run came to") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "journal.jsonl";
  const auto result = [&](ExitCode code, const std::string& cell) {
    return cli::result_of_single_run(code, file, cell);
  };
  CHECK_THROWS_AS(result(ExitCode::AllAsExpected, "a[r=1]"), EnvironmentFailure);  // there is no journal
  {
    run::Journal journal(file, {});
    run::CellResult cell;
    cell.id = "a[r=1]";
    cell.verdict = run::Verdict::Fail;
    journal.cell_started(cell);
    journal.cell_finished(cell);
    journal.run_finished({run::RunEnding::Complete, "", 1});
  }
  for (const ExitCode code : {ExitCode::AllAsExpected, ExitCode::ExpectationFailed, ExitCode::CellBroken}) {
    CHECK(result(code, "a[r=1]").verdict == run::Verdict::Fail);
  }
  CHECK_THROWS_AS(result(ExitCode::AllAsExpected, "a[r=2]"), EnvironmentFailure);
  for (const ExitCode code : {ExitCode::EnvironmentBroken, ExitCode::BadScenario, ExitCode::NothingSelected}) {
    CHECK_THROWS_AS(result(code, "a[r=1]"), EnvironmentFailure);
  }
}

// SPDX-License-Identifier: MIT
#include "harness/cli/run_command.hpp"

#include <cstdlib>
#include <filesystem>

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro;

namespace {

cli::RunArguments parsed(const std::vector<std::string>& words) {
  cli::RunArguments arguments;
  REQUIRE_FALSE(cli::parse_run(words, arguments).has_value());
  return arguments;
}

std::optional<ExitCode> ended(const std::vector<std::string>& words) {
  cli::RunArguments arguments;
  return cli::parse_run(words, arguments);
}

}  // namespace

TEST_CASE("What a run is without any option") {
  const cli::RunArguments arguments = parsed({});
  CHECK(arguments.paths.empty());
  CHECK(arguments.options.jobs == 0);
  CHECK(arguments.options.timeout_scale == 1.0);
  CHECK_FALSE(arguments.options.repeat.has_value());
  CHECK_FALSE(arguments.options.fail_fast);
  CHECK(arguments.options.keep == run::Keep::OnFailure);
  CHECK_FALSE(arguments.selection.shard.has_value());
  CHECK_FALSE(arguments.selection.shuffle_seed.has_value());
}

TEST_CASE("Options take one value each and leave the paths alone") {
  const cli::RunArguments arguments = parsed({"--filter", "tag:x", "one.json", "--report", "json", "two.json",
                                              "--filter", "host=venv", "--keep", "three.json"});
  CHECK(arguments.selection.filters == std::vector<std::string>{"tag:x", "host=venv"});
  CHECK(arguments.reports == std::vector<std::string>{"json"});
  CHECK(arguments.paths == std::vector<std::string>{"one.json", "two.json", "three.json"});
  CHECK(arguments.options.keep == run::Keep::Always);
}

TEST_CASE("What was given and matters to a cell is part of the command that repeats it") {
  CHECK(parsed({"x.json", "--jobs", "3", "--shuffle", "7", "--fail-fast"}).options.repeat_options.empty());
  CHECK(parsed({"--timeout-scale", "2.50", "--fixtures", "../fix", "--repeat=3", "--work-dir", "/w", "--cache", "/c"})
            .options.repeat_options == "--fixtures ../fix --work-dir /w --cache /c --timeout-scale 2.5 --repeat 3");
}

TEST_CASE("Scenarios of the suite real are run when they are asked for or their path is given") {
  CHECK(parsed({}).selection.suite == run::Suite::Default);
  CHECK(parsed({"--filter", "host=venv"}).selection.suite == run::Suite::Default);
  CHECK(parsed({"--suite", "real"}).selection.suite == run::Suite::Real);
  CHECK(parsed({"scenarios/real"}).selection.suite == run::Suite::All);
  CHECK(parsed({"scenarios", "--suite=default"}).selection.suite == run::Suite::Default);
  CHECK(ended({"--suite", "rael"}) == ExitCode::Usage);
}

TEST_CASE("The cache is the one that is named, else the fixtures' own") {
  CHECK(cli::cache_folder(parsed({"--cache", "/c"}), "/srv") == std::filesystem::path("/c"));
  if (std::getenv("DLLREPRO_CACHE") == nullptr) {
    CHECK(cli::cache_folder(parsed({}), "/srv") == std::filesystem::path("/srv") / "build" / "cache");
  }
}

TEST_CASE("Keep") {
  CHECK(parsed({"--keep=none"}).options.keep == run::Keep::Never);
  CHECK(parsed({"--keep=failed"}).options.keep == run::Keep::OnFailure);
  CHECK(parsed({"--keep=all"}).options.keep == run::Keep::Always);
  CHECK(ended({"--keep=some"}) == ExitCode::Usage);
}

TEST_CASE("Wrong values are told before anything runs") {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{"--jobs", "0"},
                                                                                     {"--jobs", "many"},
                                                                                     {"--jobs"},
                                                                                     {"-j", "-1"},
                                                                                     {"--timeout-scale", "0"},
                                                                                     {"--repeat", "0"},
                                                                                     {"--shard", "3/2"},
                                                                                     {"--shard", "half"},
                                                                                     {"--shuffle", "dice"},
                                                                                     {"--progress", "loud"},
                                                                                     {"--report", "jsun"},
                                                                                     {"--jbos", "4"},
                                                                                     {"--unknown"}}) {
    CAPTURE(words.front(), words.back());
    CHECK(ended(words) == ExitCode::Usage);
  }
}

TEST_CASE("Help ends a run before it begins") {
  CHECK(ended({"--help"}) == ExitCode::AllAsExpected);
  CHECK(ended({"x.json", "-h"}) == ExitCode::AllAsExpected);
}

TEST_CASE("Whatever is wrong, a run for git ends with a code that is no bad commit to it") {
  const auto ran = [](const std::vector<std::string>& words) {
    cli::Invocation invocation{{"--git-bisect"}, false, true};
    invocation.arguments.insert(invocation.arguments.end(), words.begin(), words.end());
    return cli::run_command(invocation);
  };
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"--jobs", "x"}, {"--suite", "typo"}, {"--shard", "half"}, {"--jbos", "4"}, {"--git-bisect=often"}}) {
    CAPTURE(words.front());
    CHECK(ran(words) == ExitCode::GitBisectAbort);
  }
  CHECK(ran({"no-such-scenario-anywhere.json"}) == ExitCode::GitBisectSkip);
  CHECK(ran({"--fixtures", "/nowhere"}) == ExitCode::GitBisectAbort);
}

TEST_CASE("Git skips a commit of which nothing is known, and gives up on a machine that is not well") {
  using cli::for_git_bisect;
  CHECK(for_git_bisect(ExitCode::AllAsExpected) == ExitCode::AllAsExpected);
  CHECK(for_git_bisect(ExitCode::ExpectationFailed) == ExitCode::ExpectationFailed);
  for (const ExitCode code : {ExitCode::BadScenario, ExitCode::CellBroken, ExitCode::NothingSelected}) {
    CHECK(for_git_bisect(code) == ExitCode::GitBisectSkip);
  }
  for (const ExitCode code : {ExitCode::EnvironmentBroken, ExitCode::Usage, ExitCode::Interrupted}) {
    CHECK(for_git_bisect(code) == ExitCode::GitBisectAbort);
  }
}

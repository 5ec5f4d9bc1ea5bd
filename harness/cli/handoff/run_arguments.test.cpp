// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/run_arguments.hpp"

#include <algorithm>

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro;

namespace {

cli::RunArguments every_option() {
  cli::RunArguments arguments;
  const std::vector<std::string> words{"/tmp",
                                       "preload-glob",
                                       "--filter",
                                       "tag:slow !host=venv",
                                       "--filter=x",
                                       "-j",
                                       "3",
                                       "--shard",
                                       "2/5",
                                       "--shuffle",
                                       "17",
                                       "--repeat=2",
                                       "--timeout-scale",
                                       "1.5",
                                       "--fail-fast",
                                       "--keep",
                                       "--report",
                                       "junit=/tmp/a b.xml",
                                       "--report",
                                       "json",
                                       "--journal",
                                       "/tmp/j",
                                       "--work-dir",
                                       "/var/tmp",
                                       "--cache",
                                       "/var/cache",
                                       "--progress",
                                       "none"};
  REQUIRE_FALSE(cli::parse_run(words, arguments).has_value());
  return arguments;
}

}  // namespace

TEST_CASE("A handed-off run gets every option, with paths that Windows can open") {
  CHECK(cli::handoff::windows_arguments(every_option(), "/srv/my project") ==
        std::vector<std::string>{
            "run", "--fixtures=Z:\\srv\\my project", "--cache=Z:\\var\\cache", "--work-dir=Z:\\var\\tmp",
            "--timeout-scale=1.5", "--keep=all", "--progress=none",
            "--repeat-options=--work-dir /var/tmp --cache /var/cache --timeout-scale 1.5 --repeat 2", "--jobs=3",
            "--repeat=2", "--fail-fast", "--filter=tag:slow !host=venv", "--filter=x", "--shard=2/5", "--shuffle=17",
            "--report=junit=Z:\\tmp\\a b.xml", "--report=json", "--journal=Z:\\tmp\\j"});
}

TEST_CASE("A repeat command does not name what the native program added") {
  cli::RunArguments before;
  REQUIRE_FALSE(cli::parse_run({"x.json"}, before).has_value());
  CHECK(before.options.repeat_options.empty());
  const std::vector<std::string> words = cli::handoff::windows_arguments(before, "/srv");
  cli::RunArguments after;
  REQUIRE_FALSE(cli::parse_run({words.begin() + 1, words.end()}, after).has_value());
  CHECK(after.options.repeat_options.empty());
}

TEST_CASE("What a handed-off run gets reads as the same run") {
  const cli::RunArguments before = every_option();
  const std::vector<std::string> words = cli::handoff::windows_arguments(before, "/srv");
  cli::RunArguments after;
  REQUIRE_FALSE(cli::parse_run({words.begin() + 1, words.end()}, after).has_value());
  CHECK(after.selection.filters == before.selection.filters);
  CHECK(after.selection.shard->index == before.selection.shard->index);
  CHECK(after.selection.shard->count == before.selection.shard->count);
  CHECK(after.selection.shuffle_seed == before.selection.shuffle_seed);
  CHECK(after.options.jobs == before.options.jobs);
  CHECK(after.options.repeat == before.options.repeat);
  CHECK(after.options.timeout_scale == before.options.timeout_scale);
  CHECK(after.options.fail_fast == before.options.fail_fast);
  CHECK(after.options.keep == before.options.keep);
  CHECK(after.options.repeat_options == before.options.repeat_options);
  CHECK(after.progress == before.progress);
  CHECK(after.reports.size() == before.reports.size());
}

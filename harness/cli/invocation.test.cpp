// SPDX-License-Identifier: MIT
#include "harness/cli/invocation.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro;
using cli::invocation_of;

TEST_CASE("The first argument says who called, and is no argument then") {
  CHECK_FALSE(invocation_of({}).handed_off);
  CHECK_FALSE(invocation_of({"run", cli::k_handed_off}).handed_off);
  const cli::Invocation handed_off = invocation_of({cli::k_handed_off, "run", "--git-bisect"});
  CHECK(handed_off.handed_off);
  CHECK(handed_off.arguments == std::vector<std::string>{"run", "--git-bisect"});
  CHECK_FALSE(handed_off.git_bisect);  // the native program's codes are the ones that git sees
}

TEST_CASE("A run for git is known by one word, whatever else is wrong with the command line") {
  CHECK(invocation_of({"run", "--jobs", "x", "--git-bisect", "a.json"}).git_bisect);
  CHECK(invocation_of({"run", "--git-bisect=often"}).git_bisect);
  CHECK_FALSE(invocation_of({"run", "a.json", "--", "--git-bisect"}).git_bisect);
  CHECK_FALSE(invocation_of({"run", "--git-bisection"}).git_bisect);
  CHECK_FALSE(invocation_of({"list", "--git-bisect"}).git_bisect);
}

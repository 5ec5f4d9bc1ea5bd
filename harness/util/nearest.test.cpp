// SPDX-License-Identifier: MIT
#include "harness/util/nearest.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro;

TEST_CASE("a swap of neighbours is one edit, and case does not count") {
  CHECK(edit_distance("laoder", "loader") == 1);
  CHECK(edit_distance("Loader", "loader") == 0);
  CHECK(edit_distance("", "abc") == 3);
}

TEST_CASE("the nearest word is suggested, a far one is not") {
  const std::vector<std::string> known{"torch/glob", "torch/no-glob", "exec"};
  CHECK(nearest_word("torch/golb", known) == "torch/glob");
  CHECK(nearest_word("torch/noglob", known) == "torch/no-glob");
  CHECK(nearest_word("glob", known) == "torch/glob");
  CHECK(nearest_word("zzzz", known).empty());
  CHECK(did_you_mean("zzzz", known).empty());
}

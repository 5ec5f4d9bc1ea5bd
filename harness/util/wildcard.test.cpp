// SPDX-License-Identifier: MIT
#include "harness/util/wildcard.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro;

TEST_CASE("a star stands for any text, also none, and for as much as is needed") {
  CHECK(matches_wildcard("*", ""));
  CHECK(matches_wildcard("torch/*", "torch/glob"));
  CHECK(matches_wildcard("*ab", "abab"));
  CHECK(matches_wildcard("a*b*c", "a1b2b3c"));
  CHECK(matches_wildcard("a**", "a"));
  CHECK_FALSE(matches_wildcard("*.dll", "x.dllx"));
  CHECK_FALSE(matches_wildcard("b*", "ab"));
  CHECK_FALSE(matches_wildcard("", "a"));
  CHECK_FALSE(matches_wildcard("a?", "ab"));
}

TEST_CASE("who compares two characters decides what they stand for") {
  const auto same = [](char pattern, char text) { return pattern == '?' || pattern == text; };
  CHECK(matches_wildcard("a?", "ab", same));
  CHECK_FALSE(matches_wildcard("a?", "a", same));
}

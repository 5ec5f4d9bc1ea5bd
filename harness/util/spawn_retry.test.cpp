// SPDX-License-Identifier: MIT
#include "harness/util/spawn_retry.hpp"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

using namespace dllrepro;

namespace {

/// Starts with these errors, one after the other; returns the result and which attempts were told.
std::string attempts(std::vector<std::uint32_t> errors) {
  std::size_t next = 0;
  std::string told;
  const std::uint32_t result = start_with_retries(
      [&] { return errors.at(next++); },
      [&](std::uint32_t error, int attempt) { told += std::to_string(attempt) + ":" + std::to_string(error) + " "; });
  return told + "-> " + std::to_string(result) + " after " + std::to_string(next);
}

}  // namespace

TEST_CASE("a start that fails with an internal error is tried again, three times at most, and each is told") {
  CHECK(attempts({0}) == "-> 0 after 1");
  CHECK(attempts({1359, 0}) == "1:1359 -> 0 after 2");
  CHECK(attempts({1359, 1359, 1359, 0}) == "1:1359 2:1359 3:1359 -> 0 after 4");
  CHECK(attempts({1359, 1359, 1359, 1359, 0}) == "1:1359 2:1359 3:1359 -> 1359 after 4");
}

TEST_CASE("other errors are the answer at once") {
  CHECK(attempts({2, 0}) == "-> 2 after 1");
  CHECK(attempts({1359, 193, 0}) == "1:1359 -> 193 after 2");
}

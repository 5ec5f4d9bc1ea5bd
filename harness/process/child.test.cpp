// SPDX-License-Identifier: MIT
#include "harness/process/child.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro::process;

TEST_CASE("captured text that fits is given as it came") {
  CHECK(CapturedText{"abc", "", 3}.text() == "abc");
  CHECK(CapturedText{"abc", "def", 6}.text() == "abcdef");
  CHECK(CapturedText{}.text().empty());
}

TEST_CASE("captured text that does not fit says how much is left out") {
  CHECK(CapturedText{"abc", "xyz", 1000}.text() == "abc\n[... 994 bytes left out ...]\nxyz");
}

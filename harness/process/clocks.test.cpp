// SPDX-License-Identifier: MIT
#include "harness/process/clocks.hpp"

#include <string>

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro::process;
using namespace std::chrono_literals;

TEST_CASE("one factor scales all five clocks") {
  const Clocks clocks{100ms, 200ms, 300ms, 400ms, 500ms};
  const Clocks slower = clocks.scaled(2.5);
  CHECK(slower.start == 250ms);
  CHECK(slower.step == 500ms);
  CHECK(slower.silence == 750ms);
  CHECK(slower.exit == 1000ms);
  CHECK(slower.cell == 1250ms);
}

TEST_CASE("clocks are called what the scenario format calls them") {
  std::string names;
  for (const Clock clock : k_all_clocks) {
    names += std::string(name_of(clock)) + " ";
  }
  CHECK(names == "start step silence exit cell ");
}

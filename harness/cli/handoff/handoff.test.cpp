// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/handoff.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/cli/invocation.hpp"
#include "harness/util/error.hpp"

using namespace dllrepro;
using cli::handoff::handed_off_result;

TEST_CASE("Exit codes of a handed-off program come back as they were meant") {
  for (int code = 0; code <= static_cast<int>(ExitCode::CellBroken); ++code) {
    const int seen = cli::exit_status(static_cast<ExitCode>(code), {{}, true});
    CHECK(handed_off_result(seen) == static_cast<ExitCode>(code));
  }
}

TEST_CASE("What Wine itself or a crash returns is no result") {
  // 1: Wine could not start; 5: the low byte of 0xC0000005; 53: of 0xC0000135; 137: killed.
  for (const int code : {0, 1, 5, 53, 9, 0x40 + 8, 137, 255}) {
    CAPTURE(code);
    CHECK_THROWS_AS(handed_off_result(code), EnvironmentFailure);
  }
}

TEST_CASE("Nobody but the native program has codes moved") {
  CHECK(cli::exit_status(ExitCode::NothingSelected, {{}, false}) == 5);
}

// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/windows_paths.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/util/error.hpp"

using dllrepro::cli::handoff::windows_path;

TEST_CASE("An absolute path lies on drive Z, a relative one stays relative") {
  CHECK(windows_path("/tmp/a b/x.json") == "Z:\\tmp\\a b\\x.json");
  CHECK(windows_path("/") == "Z:\\");
  CHECK(windows_path("scenarios/preload-glob") == "scenarios\\preload-glob");
  CHECK(windows_path("../x.json") == "..\\x.json");
  CHECK(windows_path(".") == ".");
  CHECK(windows_path("").empty());
  CHECK(windows_path("/tmp/\xC3\xBC.json") == "Z:\\tmp\\\xC3\xBC.json");
}

TEST_CASE("A path that Windows can't spell is refused instead of meaning another file") {
  for (const char* path : {"/tmp/a\\b", "a:b", "/tmp/x?", "/tmp/\x01", "/tmp/new\nline"}) {
    CAPTURE(path);
    CHECK_THROWS_AS(windows_path(path), dllrepro::EnvironmentFailure);
  }
}

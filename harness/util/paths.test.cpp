// SPDX-License-Identifier: MIT
#include "harness/util/paths.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro;
namespace fs = std::filesystem;

TEST_CASE("messages name a file as it would be typed in the current folder, and any other by its whole path") {
  CHECK(name_for_messages(fs::current_path() / "harness" / "x.json") == "harness/x.json");
  CHECK(name_for_messages("./harness/../x.json") == "x.json");
  const fs::path elsewhere = fs::current_path().parent_path() / "x.json";
  CHECK(name_for_messages(elsewhere) == display_path(elsewhere));
}

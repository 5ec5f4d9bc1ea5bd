// SPDX-License-Identifier: MIT
#include "harness/util/command_line.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro;

TEST_CASE("arguments are quoted the way the C runtime reads them") {
  CHECK(quote_argument("plain") == "plain");
  CHECK(quote_argument("C:\\a\\b\\") == "C:\\a\\b\\");
  CHECK(quote_argument("") == "\"\"");
  CHECK(quote_argument("a b") == "\"a b\"");
  CHECK(quote_argument("a\tb") == "\"a\tb\"");
  CHECK(quote_argument("a b\\") == "\"a b\\\\\"");
  CHECK(quote_argument("a\"b") == "\"a\\\"b\"");
  CHECK(quote_argument("a\\\"b") == "\"a\\\\\\\"b\"");
  CHECK(quote_argument("a\\\\b c") == "\"a\\\\b c\"");
}

TEST_CASE("the program is always quoted and arguments keep their order") {
  CHECK(command_line("C:\\my tree\\probe.exe", {"--plan", "a b", ""}) ==
        "\"C:\\my tree\\probe.exe\" --plan \"a b\" \"\"");
  CHECK(command_line("probe.exe", {}) == "\"probe.exe\"");
}

// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/line_filter.hpp"

#include <catch2/catch_test_macros.hpp>

using dllrepro::cli::handoff::LineFilter;

namespace {

/// The text through a filter, in pieces of `size` bytes.
std::string through(const std::string& text, std::size_t size) {
  LineFilter filter("wine: Unhandled ");
  std::string result;
  for (std::size_t at = 0; at < text.size(); at += size) {
    result += filter.filter(std::string_view(text).substr(at, size));
  }
  return result + filter.rest();
}

}  // namespace

TEST_CASE("Marked lines are taken out and all else stays, however the text is cut into pieces") {
  const std::string noise =
      "wine: Unhandled page fault on read access to 0 at address 1 (thread 0630), starting debugger...\n";
  for (const std::size_t size : {1U, 2U, 7U, 16U, 17U, 1000U}) {
    CAPTURE(size);
    CHECK(through("first\n" + noise + noise + "second\n", size) == "first\nsecond\n");
    CHECK(through("\r[1/3] a" + noise + "\r[2/3] b", size) == "\r[1/3] a\r[2/3] b");
    CHECK(through("wine: could not load x\nwine: Un", size) == "wine: could not load x\nwine: Un");
    CHECK(through("wwine: wine: " + noise + "wine", size) == "wwine: wine: wine");
    CHECK(through("", size).empty());
  }
}

TEST_CASE("Text that is no mark is not held back") {
  LineFilter filter("wine: Unhandled ");
  CHECK(filter.filter("\r[1/3] running") == "\r[1/3] running");
  CHECK(filter.filter("ends with w") == "ends with ");
  CHECK(filter.filter("ord") == "word");
}

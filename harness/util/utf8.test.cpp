// SPDX-License-Identifier: MIT
#include "harness/util/utf8.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro;

TEST_CASE("a well-formed sequence is as long as its first byte says") {
  CHECK(utf8_sequence_length("a") == 1);
  CHECK(utf8_sequence_length(std::string_view("\0", 1)) == 1);
  CHECK(utf8_sequence_length("\xC3\xB6x") == 2);
  CHECK(utf8_sequence_length("\xE2\x82\xAC") == 3);
  CHECK(utf8_sequence_length("\xEF\xBF\xBF") == 3);
  CHECK(utf8_sequence_length("\xF0\x9F\x98\x80") == 4);
  CHECK(utf8_sequence_length("\xF4\x8F\xBF\xBF") == 4);
}

TEST_CASE("what is cut off, overlong, a surrogate or beyond the last character is no sequence") {
  for (const std::string_view broken :
       {"", "\x80", "\xC0\xAF", "\xC1\xBF", "\xC3", "\xC3x", "\xE0\x9F\x80", "\xE2\x82", "\xED\xA0\x80",
        "\xF0\x8F\x80\x80", "\xF0\x9F\x98", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {
    CHECK(utf8_sequence_length(broken) == 0);
  }
}

TEST_CASE("bytes become text that a terminal can take, control characters only where they are wanted") {
  CHECK(dllrepro::printable("\xC3\xA9 a\tb\x7F\xFF") == "\xC3\xA9 a\\x09b\\x7f\\xff");
  CHECK(dllrepro::printable("a\tb\n\x1B", "\t\n") == "a\tb\n\\x1b");
  CHECK(dllrepro::printable(std::string_view("\0", 1), "\t") == "\\x00");
}

// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>

#include "harness/util/windows_api.hpp"
#include "harness/util/windows_text.hpp"

using namespace dllrepro;

TEST_CASE("text goes to the system and back, and what is no text is replaced") {
  CHECK(to_wide("\xC3\xB6 \xF0\x9F\x98\x80") == L"\u00F6 \U0001F600");
  CHECK(to_utf8(L"\u00F6 \U0001F600") == "\xC3\xB6 \xF0\x9F\x98\x80");
  CHECK(to_wide("a\xFFz") == L"a\uFFFDz");
  CHECK(to_utf8(std::wstring{L'a', wchar_t{0xD800}, L'z'}) == "a\xEF\xBF\xBDz");
  CHECK(to_wide("").empty());
  CHECK(to_utf8(L"").empty());
}

TEST_CASE("an error is told as text and number together") {
  CHECK_FALSE(system_text(ERROR_FILE_NOT_FOUND).empty());
  CHECK(system_text(ERROR_FILE_NOT_FOUND).back() > ' ');
  CHECK(system_text(0x0FFFFFFF).empty());
  const std::string told = system_failure("open x", ERROR_FILE_NOT_FOUND).what();
  CHECK(told == "failed to open x: " + system_text(ERROR_FILE_NOT_FOUND) + " (error 2)");
}

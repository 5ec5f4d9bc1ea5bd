// SPDX-License-Identifier: MIT
#include "harness/process/environment_win32.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro::process;

TEST_CASE("an environment block is sorted as Windows compares names: upper case, so that _ comes after letters") {
  const std::wstring block = environment_block({{"a_b", "1"}, {"aAb", "2"}, {"B", "3"}, {"PATH", "x;y"}, {"_", ""}});
  const wchar_t expected[] = L"aAb=2\0a_b=1\0B=3\0PATH=x;y\0_=\0";
  CHECK(block == std::wstring(expected, std::size(expected)));
}

TEST_CASE("a name is given once, whatever its case") {
  const wchar_t expected[] = L"Path=2\0";
  CHECK(environment_block({{"PATH", "1"}, {"Path", "2"}}) == std::wstring(expected, std::size(expected)));
}

TEST_CASE("an empty environment is two NULs, and text is UTF-16") {
  CHECK(environment_block({}) == std::wstring(2, L'\0'));
  const wchar_t expected[] = L"\u00c4=\u20ac\0";
  CHECK(environment_block({{"\xc3\x84", "\xe2\x82\xac"}}) == std::wstring(expected, std::size(expected)));
}

// SPDX-License-Identifier: MIT
#include <array>

#include <catch2/catch_test_macros.hpp>

#include "harness/probe/line_buffer.hpp"
#include "harness/probe/wildcard.hpp"
#include "harness/util/json_document.hpp"

namespace dllrepro::probe {
namespace {

TEST_CASE("a line is JSON, whatever letters come in") {
  std::array<char, 1024> bytes{};
  LineBuffer line(bytes.data(), bytes.size());
  line.begin("load", 12.3456);
  line.text("module", std::wstring_view(L"C:\\\"x\"\t\x00E4\x65E5\xD83D\xDE00\xD800."));
  line.text("symbol", std::string_view("?f@@YAXXZ\x80"));
  line.number("base", 0xFFFFFFFFFFFFFFFFU);
  const std::string text(line.end());
  CHECK(text.back() == '\n');
  const Json event = Json::parse(text);
  CHECK(event.at("event") == "load");
  CHECK(event.at("at") == 12.345);
  CHECK(event.at("module") == "C:\\\"x\"\t\xC3\xA4\xE6\x97\xA5\xF0\x9F\x98\x80\xEF\xBF\xBD.");
  CHECK(event.at("symbol") == "?f@@YAXXZ\xEF\xBF\xBD");
  CHECK(event.at("base") == 0xFFFFFFFFFFFFFFFFU);
}

TEST_CASE("what does not fit is cut off, and the line is JSON all the same") {
  std::array<char, 400> bytes{};
  LineBuffer line(bytes.data(), bytes.size());
  line.begin("load", 0);
  line.text("module", std::wstring(2000, L'\\'));
  line.text("from", std::string_view("b.dll"));
  line.number("ordinal", 7);
  const Json event = Json::parse(line.end());
  CHECK(event.at("module").get<std::string>().size() > 50);
  CHECK(event.at("ordinal") == 7);
}

TEST_CASE("wildcards match whole names, case ignored") {
  CHECK(fits_wildcard("cudart64_13.DLL", "CUDART*.dll"));
  CHECK(fits_wildcard("a.b.dll", "*.dll"));
  CHECK(fits_wildcard("abab", "*ab"));
  CHECK(fits_wildcard("a1", "a?"));
  CHECK(fits_wildcard("", "*"));
  CHECK_FALSE(fits_wildcard("x.dllx", "*.dll"));
  CHECK_FALSE(fits_wildcard("a", "a?"));
  CHECK_FALSE(fits_wildcard("ab", "b*"));
}

}  // namespace
}  // namespace dllrepro::probe

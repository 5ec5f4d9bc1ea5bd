// SPDX-License-Identifier: MIT
#include "harness/pe/to_json.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/pe/reader.hpp"
#include "harness/pe/test_image.hpp"
#include "harness/pe/utf16.hpp"

using namespace dllrepro;
using namespace dllrepro::pe;

TEST_CASE("an image as JSON") {
  const Json json = to_json(read(TestImage().bytes));
  CHECK(json["machine"] == "x64");
  CHECK(json["format"] == "PE32+");
  CHECK(json["dll"] == true);
  CHECK(json["size_of_image"] == "0x3000");
  CHECK(json["directories"]["delay_import"] == Json::parse(R"({"address": "0x2110", "size": 64})"));
  CHECK(json["sections"][0]["name"] == ".text");
  CHECK(json["imports"] == Json::parse(R"([{"module": "KERNEL32.dll", "symbols": ["Sleep", "GetLastError"]},
                                           {"module": "other.dll", "symbols": [{"ordinal": 3}]}])"));
  CHECK(json["delay_imports"] == Json::parse(R"([{"module": "late.dll", "symbols": ["lazy"]}])"));
  CHECK(json["exports"]["entries"] == Json::parse(R"([{"ordinal": 5, "name": "beta", "address": "0x1000"},
                                                      {"ordinal": 5, "name": "gamma", "address": "0x1000"},
                                                      {"ordinal": 7, "name": "alpha", "forward": "other.fn"},
                                                      {"ordinal": 8, "noname": true, "address": "0x1010"}])"));
  CHECK(json["version"]["file"] == "9.27.3.4");
  CHECK(json["version"]["strings"]["040904b0"]["FileVersion"] == "9.27");
  CHECK(json["manifests"] == Json::parse(R"([{"name": 2, "text": "<assembly/>"}])"));
  CHECK(json["load_config"]["dependent_load_flags"] == "0x800");
  CHECK(json["debug"] == Json::parse(R"([{"type": 2, "size": 64, "pdb": "x.pdb"}])"));
  CHECK(json["clr"]["runtime"] == "2.5");
  CHECK(json["anomalies"].empty());
}

TEST_CASE("names that are no text can still be printed") {
  TestImage test;
  test.put_text(TestImage::data(0x0C0), "\xFF\x01\xC3\xA9");
  const std::string text = to_json(read(test.bytes)).dump();
  CHECK(text.find(R"(\\xff\\x01)"
                  "\xC3\xA9") != std::string::npos);
}

TEST_CASE("printable text") {
  CHECK(printable("plain\ttext\n") == "plain\ttext\n");
  CHECK(printable(std::string_view("\0\x7F\x1B", 3)) == "\\x00\\x7f\\x1b");
  CHECK(printable("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80") == "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
  CHECK(printable("\xC0\x80") == "\\xc0\\x80");                    // overlong
  CHECK(printable("\xED\xA0\x80") == "\\xed\\xa0\\x80");           // a surrogate
  CHECK(printable("\xF4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");  // past U+10FFFF
  CHECK(printable("\xE2\x82") == "\\xe2\\x82");                    // cut
}

TEST_CASE("UTF-16 as UTF-8") {
  CHECK(utf8_from_utf16(u"a\u00E9\u20AC\U0001F600") == "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
  CHECK(utf8_from_utf16(std::u16string{char16_t{0xD83D}}) == "\xEF\xBF\xBD");
  CHECK(utf8_from_utf16(std::u16string{char16_t{0xDE00}, u'x'}) == "\xEF\xBF\xBDx");
}

// SPDX-License-Identifier: MIT
#include "harness/stub/text.hpp"

#include <catch2/catch_test_macros.hpp>

#include "stubs/format.h"

using namespace dllrepro::stub;

TEST_CASE("tokens become units of the template's own") {
  const CompiledText text = compile_text("a{self_dir}{error}b", TextUse::Plain);
  CHECK(text.fault.empty());
  CHECK(text.units == std::u16string{u'a', STUB_TEXT_SELF_DIRECTORY, STUB_TEXT_ERROR, u'b'});
}

TEST_CASE("a variable's name stands between two units") {
  CHECK(compile_text("{env:PATH};", TextUse::Plain).units ==
        std::u16string{STUB_TEXT_ENVIRONMENT, u'P', u'A', u'T', u'H', STUB_TEXT_NAME_END, u';'});
}

TEST_CASE("the version is known when the stub is composed") {
  CHECK(compile_text("v{version}", TextUse::Plain, "9.27.0.0").units == u"v9.27.0.0");
}

TEST_CASE("doubled braces stand for one") {
  CHECK(compile_text("{{{{x}}", TextUse::Plain).units == u"{{x}");
}

TEST_CASE("paths get Windows' separator, other texts keep theirs") {
  CHECK(compile_text("a/b", TextUse::Path).units == u"a\\b");
  CHECK(compile_text("a/b", TextUse::Plain).units == u"a/b");
}

TEST_CASE("UTF-8 of every length becomes UTF-16") {
  CHECK(utf16_from_utf8("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80") == u"a\u00E9\u20AC\U0001F600");
}

TEST_CASE("a text that can't be compiled says why") {
  CHECK(compile_text("{eror}", TextUse::Plain).fault ==
        R"(unknown token {eror}; did you mean "error"?; write {{ for a brace)");
  CHECK(compile_text("a{b", TextUse::Plain).fault.find("without its other half") != std::string::npos);
  CHECK(compile_text("a}b", TextUse::Plain).fault.find("without its other half") != std::string::npos);
  CHECK(compile_text("{env:}", TextUse::Plain).fault.find("1 to 255") != std::string::npos);
  CHECK(compile_text("\xEE\x80\x80", TextUse::Plain).fault.find("U+E000") != std::string::npos);
}

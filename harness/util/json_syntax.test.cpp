// SPDX-License-Identifier: MIT
#include "harness/util/json_syntax.hpp"

#include <fmt/format.h>
#include <catch2/catch_test_macros.hpp>

#include "harness/util/error.hpp"
#include "harness/util/json_document.hpp"

using namespace dllrepro;

namespace {

/// LINE:COLUMN MESSAGE, as the reader of a file is told.
std::string told(const std::string& text) {
  try {
    JsonDocument::parse(text, "x.json");
  } catch (const BadInput& bad) {
    REQUIRE(bad.diagnostics().size() == 1);
    const Diagnostic& fault = bad.diagnostics().front();
    return fmt::format("{}:{} {}", fault.location.line, fault.location.column, fault.message);
  }
  return "";
}

}  // namespace

TEST_CASE("a comma too many is told where it stands") {
  CHECK(told("{\n  \"a\": 1, // last\n}") == "2:9 no comma may stand before }: take it away");
  CHECK(told("[1,\n 2,\n]") == "2:3 no comma may stand before ]: take it away");
  CHECK(told(R"({"a": [1, 2],})") == "1:13 no comma may stand before }: take it away");
  CHECK(told("[1,,2]") == "1:4 a value is missing before this comma");
  CHECK(told("{, \"a\": 1}") == "1:2 a value is missing before this comma");
  CHECK(told(R"({"a":, "b": 1})") == "1:6 a value is missing before this comma");
}

TEST_CASE("a comma too few is told behind the value that it belongs to") {
  CHECK(told("{\n  \"a\": 1\n  \"b\": 2\n}") == "2:9 a comma is missing here");
  CHECK(told("{\"a\": {}\n\"b\": 2}") == "1:9 a comma is missing here");
  CHECK(told("{\"a\": \"x\" // y\n, \"b\": [1 2]}") == "2:10 a comma is missing here");
  CHECK(told("[{} {}]") == "1:4 a comma is missing here");
  CHECK(told("[\"a\" \"b, c\"]") == "1:5 a comma is missing here");
}

TEST_CASE("a bracket that nothing closes, or that another one closes, is told with its line") {
  CHECK(told("{\n\"a\": [1, 2\n") == "3:1 the file ends here, and nothing closes the [ of line 2");
  CHECK(told("{\n\"a\": {\"b\": 1}\n") == "3:1 the file ends here, and nothing closes the { of line 1");
  CHECK(told("{\"a\": [1}") == "1:9 } does not close the [ of line 1");
  CHECK(told("{\"a\": 1]") == "1:8 ] does not close the { of line 1");
  CHECK(told("{} []") == "1:4 the file's one value has ended, and more stands behind it");
}

TEST_CASE("quotation marks that are missing, or of the wrong kind") {
  CHECK(told("{a: 1}") == "1:2 a key stands in quotation marks: \"a\"");
  CHECK(told("{\"a\": 1, bc: 2}") == "1:10 a key stands in quotation marks: \"bc\"");
  CHECK(told("{'a': 1}") == "1:2 texts and keys stand in double quotation marks");
  CHECK(told("{\"a\": 'x'}") == "1:7 texts and keys stand in double quotation marks");
  CHECK(told("{\"a\": \"x\n}") == "1:7 this text has no closing quotation mark in its line");
  CHECK(told("{\"a\": True}") == "1:7 unknown word True; did you mean \"true\"?");
  CHECK(told("{\"a\": nul}") == "1:7 unknown word nul; did you mean \"null\"?");
  CHECK(told("{\"a\": fals\n}") == "1:7 unknown word fals; did you mean \"false\"?");
  CHECK(told("{\"a\": torch}") == "1:7 unknown word torch; a text stands in quotation marks");
  CHECK(told("[0x10]") == "1:2 0x10 is no number as JSON writes them; in quotation marks \"0x10\" is a text");
  CHECK(told("{\"a\" 1}") == "1:5 a colon is missing behind this key");
  CHECK(told("{\"a\", \"b\": 1}") == "1:5 a colon is missing behind this key");
}

TEST_CASE("what has no other words is told in the parser's own") {
  CHECK_FALSE(told("").empty());
  CHECK_FALSE(told("{\"a\": \"\\q\"}").empty());
  CHECK_FALSE(told("{\"a\": :}").empty());
  CHECK_FALSE(told("/* no end").empty());
}

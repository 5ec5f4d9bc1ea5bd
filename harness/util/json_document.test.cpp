// SPDX-License-Identifier: MIT
#include "harness/util/json_document.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/util/error.hpp"
#include "harness/util/json_cursor.hpp"

using namespace dllrepro;

namespace {

Diagnostics faults_of(const std::string& text) {
  try {
    JsonDocument::parse(text, "x.json");
  } catch (const BadInput& bad) {
    return bad.diagnostics();
  }
  return {};
}

}  // namespace

TEST_CASE("a value's place is that of its key, comments and escapes notwithstanding") {
  const auto document = JsonDocument::parse(
      "{\n  // note: \"a\": 1\n  \"a\": [1, /* 2, */ {\"b/~\": \"\\\"}\"}],\n  \"c\": -1.5e3}", "x.json");
  CHECK(document.locate("/a").line == 3);
  CHECK(document.locate("/a").column == 3);
  CHECK(document.locate("/a/1").column == 21);
  CHECK(document.locate("/a/1/b~1~0").column == 22);
  CHECK(document.locate("/c").line == 4);
}

TEST_CASE("an unknown pointer is located at the nearest enclosing value") {
  const auto document = JsonDocument::parse("{\n\"a\": {}}", "x.json");
  CHECK(document.locate("/a/missing/deep").line == 2);
  CHECK(document.locate("/a/missing/deep").pointer == "/a/missing/deep");
}

TEST_CASE("derived content is located in the text that a person wrote") {
  const auto document = JsonDocument::parse("{\n\"tree\": {\n\"{name}.dll\": {\"corrupt\": \"{how}\"}}}", "x.json");
  const auto derived =
      document.derive(Json{{"tree", {{"a.dll", {{"corrupt", "text"}}}}}}, {{"/tree/a.dll", "/tree/{name}.dll"}});
  CHECK(derived.root()["tree"]["a.dll"]["corrupt"] == "text");
  CHECK(derived.locate("/tree/a.dll/corrupt").line == 3);
  CHECK(derived.locate("/tree/a.dll/corrupt").pointer == "/tree/{name}.dll/corrupt");
  CHECK(derived.locate("/tree").line == 2);
}

TEST_CASE("a pointer is split into the keys that it was made of") {
  CHECK(split_pointer("").empty());
  CHECK(split_pointer("/") == std::vector<std::string>{""});
  for (const std::string key : {"a", "torch/lib", "~1", "a~b/~", ""}) {
    CHECK(split_pointer("/x/" + escape_pointer_token(key)) == std::vector<std::string>{"x", key});
  }
  const auto document = JsonDocument::parse(R"({"a": {"b/c": 1}})", "x.json");
  Diagnostics faults;
  const JsonCursor root(document, faults);
  REQUIRE(root.descend("/a/b~1c"));
  CHECK(root.descend("/a/b~1c")->json() == 1);
  CHECK(root.descend("/a/b~1c")->pointer() == "/a/b~1c");
  CHECK_FALSE(root.descend("/a/x/y"));
}

TEST_CASE("a syntax error carries line and column") {
  const auto faults = faults_of("{\n  \"a\": 1,\n  \"b\": nul\n}");
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].location.line == 3);
  CHECK(faults[0].message.find("parse error at") == std::string::npos);
}

TEST_CASE("a key given twice is an error at the second place") {
  const auto faults = faults_of("{\"a\": 1,\n \"a\": 2}");
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].location.line == 2);
}

TEST_CASE("a cursor reports every fault in one go, with the nearest known word") {
  const auto document = JsonDocument::parse(R"({"titel": "x", "count": -1, "flags": "0x1g"})", "x.json");
  Diagnostics diagnostics;
  const JsonCursor cursor(document, diagnostics);
  cursor.expect_object({"title", "count", "flags"});
  CHECK(cursor.unsigned_or("count", 7) == 7);
  CHECK(cursor.unsigned_or("flags", 8) == 8);
  CHECK(cursor.require_text("title").empty());
  REQUIRE(diagnostics.size() == 4);
  CHECK(diagnostics[0].message == "unknown key \"titel\"; did you mean \"title\"?");
  CHECK(diagnostics[0].location.pointer == "/titel");
}

TEST_CASE("a key that is called otherwise here is told by its name") {
  const auto document = JsonDocument::parse(R"({"steps": [], "stpes": []})", "x.json");
  Diagnostics diagnostics;
  JsonCursor(document, diagnostics).expect_object({"operations"}, {{"steps", "operations"}});
  REQUIRE(diagnostics.size() == 2);
  CHECK(diagnostics[0].message == "unknown key \"steps\"; here it is called \"operations\"");
  CHECK(diagnostics[1].message == "unknown key \"stpes\"; known here: operations");
}

TEST_CASE("numbers may be written in hexadecimal text, and are bounded") {
  const auto document = JsonDocument::parse(R"({"a": "0x1100", "b": 70000})", "x.json");
  Diagnostics diagnostics;
  const JsonCursor cursor(document, diagnostics);
  CHECK(cursor.unsigned_or("a", 0) == 0x1100);
  CHECK(cursor.unsigned_or("b", 1, 65535) == 1);
  CHECK(diagnostics.size() == 1);
}

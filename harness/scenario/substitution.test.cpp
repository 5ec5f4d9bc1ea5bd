// SPDX-License-Identifier: MIT
#include "harness/scenario/substitution.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro;
using namespace dllrepro::scenario;

namespace {

Json substituted(const std::string& text, const Substitutions& values) {
  return substitute(JsonDocument::parse(text, "x.json"), values).root();
}

}  // namespace

TEST_CASE("values are put into texts and keys, wherever the scenario has some") {
  const Json root = substituted(
      R"({"tree": {"add": {"{lib}/{name}.dll": {"text": "a {name} b"}}}, "steps": ["{name}"]})", {{"name", "x"}});
  CHECK(root["tree"]["add"]["{lib}/x.dll"]["text"] == "a x b");
  CHECK(root["steps"][0] == "x");
}

TEST_CASE("a text that is nothing but the axis becomes the value itself") {
  const Json root = substituted(R"({"a": "{n}", "b": "x{n}", "c": "{flag}"})", {{"n", 193}, {"flag", true}});
  CHECK(root["a"] == 193);
  CHECK(root["b"] == "x193");
  CHECK(root["c"] == true);
}

TEST_CASE("escaped braces, descriptions, when and the names of values are left alone") {
  const std::string text = R"({"title": "{n}", "covers": ["{n}"], "a": "{{n}} {{{n}}}",
    "axes": {"n": ["{n}"], "m": {"{n}": {"steps": ["{n}"]}}}, "expect": [{"when": {"m": "{n}"}, "stdout": "{n}"}]})";
  const Json root = substituted(text, {{"n", "x"}});
  CHECK(root["title"] == "{n}");
  CHECK(root["covers"][0] == "{n}");
  CHECK(root["a"] == "{{n}} {{x}}");
  CHECK(root["axes"]["n"][0] == "{n}");
  CHECK(root["axes"]["m"]["{n}"]["steps"][0] == "x");
  CHECK(root["expect"][0]["when"]["m"] == "{n}");
  CHECK(root["expect"][0]["stdout"] == "x");
}

TEST_CASE("places are those of the file, below keys that had a value put in as well") {
  const auto document = JsonDocument::parse("{\"tree\": {\n\"{n}.dll\": {\n\"corrupt\": \"{n}\"}}}", "x.json");
  const auto derived = substitute(document, {{"n", "text"}});
  CHECK(derived.root()["tree"]["text.dll"]["corrupt"] == "text");
  CHECK(derived.locate("/tree/text.dll/corrupt").line == 3);
  CHECK(derived.locate("/tree/text.dll/corrupt").pointer == "/tree/{n}.dll/corrupt");
}

TEST_CASE("two keys that become one are both kept") {
  const Json root = substituted(R"({"tree": {"x.dll": 1, "{n}.dll": 2}})", {{"n", "x"}});
  CHECK(root["tree"]["x.dll"] == 1);
  CHECK(root["tree"]["{n}.dll"] == 2);
}

TEST_CASE("one value of another file is replaced in, its own keys and places kept") {
  const auto document = JsonDocument::parse(
      "{\"answers\": {\n\"{n}\": {\"module\": \"{n}.dll\"},\n\"b/c\": {\"{n}\": 1}}}", "x.table.json");
  const auto derived = substitute_at(document, "/answers/b~1c", {{"n", "x"}});
  CHECK(derived.root() == Json::parse(R"({"answers": {"b/c": {"x": 1}}})"));
  CHECK(derived.locate("/answers/b~1c/x").line == 3);
  CHECK(derived.locate("/answers/b~1c/x").pointer == "/answers/b~1c/{n}");
  CHECK(substitute_at(document, "/answers/{n}", {{"n", "x"}}).root()["answers"]["{n}"]["module"] == "x.dll");
}

// SPDX-License-Identifier: MIT
#include "harness/tree/plan.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/tree/tree_testing.hpp"

using namespace dllrepro;
using namespace dllrepro::tree;

TEST_CASE("a plan is written and read back") {
  const auto [plan, faults] = testing::resolve_texts({R"({"add": {
    "torch/lib/c10.dll": {"version": "2.15.0.0", "imports": ["MSVCP140.dll"]},
    "{prefix}/python.exe": {"host": true}, "notes.txt": {"text": "a\nb"}, "empty": {"folder": true}}})"});
  REQUIRE(faults.empty());
  const std::string text = to_json(plan).dump();
  Diagnostics again;
  const auto document = JsonDocument::parse(text, "cell.json");
  const TreePlan read = parse_tree_plan(JsonCursor(document, again));
  CHECK(describe(again).empty());
  CHECK(to_json(read).dump() == text);
  CHECK(read.files.size() == 4);
  CHECK(read.files.at("notes.txt").location.file == "cell.json");
}

TEST_CASE("what a plan installs is written and read back") {
  const std::string text = R"({"files":{"x.txt":{"text":"x"}},"installed":[)"
                           R"({"install":"torch==2.15.0","wheels":{"cp313":"ab","cp312":"cd"}},)"
                           R"({"remove":"torch/lib/uv.dll"},{"move":"torch/lib/*.dll","to":"{elsewhere}/lib"},)"
                           R"({"copy":"{prefix}/python312.dll","to":"{elsewhere}/copy.dll","optional":true}]})";
  Diagnostics faults;
  const auto document = JsonDocument::parse(text, "cell.json");
  const TreePlan plan = parse_tree_plan(JsonCursor(document, faults));
  CHECK(describe(faults).empty());
  CHECK(to_json(plan).dump() == text);
  REQUIRE(plan.installed.size() == 4);
  CHECK(plan.installed[0].distribution.wheels.size() == 2);
  CHECK(plan.installed[1].required);
}

TEST_CASE("a plan from a file is held to the rules of trees") {
  Diagnostics faults;
  const auto document = JsonDocument::parse(
      R"({"files": {"a.dll": {}, "A.dll": {}, "../x": {}, "b": {"text": 1}, "c": {"colour": "red"}},
          "installed": [{"install": "torch"}, {"remove": "../y"}, {"move": "a"}, {"copy": "a", "to": "C:/b"}, {}]})",
      "cell.json");
  const TreePlan plan = parse_tree_plan(JsonCursor(document, faults));
  CHECK(faults.size() == 4 + 6);
}

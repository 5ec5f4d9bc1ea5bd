// SPDX-License-Identifier: MIT
#include "harness/tree/fixture.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/tree/tree_testing.hpp"

using namespace dllrepro;
using namespace dllrepro::tree;
using testing::read_tree;

TEST_CASE("changes keep the file's order and the place of their own line") {
  const auto [fixture, faults] = read_tree(R"({
  "$schema": "tree.schema.json", "remove": ["a.dll",
             "{prefix}/b*.dll"],
  "use": "torch-cu132",
  "add": {"lib\\c.dll": {}, "readme.txt": {"text": "hello"}, "empty": {"folder": true},
          "{prefix}/python.exe": {"host": true}},
  "move": {"torch": "{elsewhere}/torch"},
  "machine": "arm64"
})");
  CHECK(faults.empty());
  REQUIRE(fixture.changes.size() == 8);
  CHECK(fixture.changes[0].verb == TreeChange::Verb::Remove);
  CHECK(fixture.changes[1].path == "{prefix}/b*.dll");
  CHECK(fixture.changes[1].location.line == 3);
  CHECK(fixture.changes[2].path == "lib/c.dll");
  CHECK(fixture.changes[2].location.line == 5);
  CHECK(fixture.changes[2].location.pointer == "/add/lib\\c.dll");
  CHECK(std::get<TextFile>(fixture.changes[3].content).text == "hello");
  CHECK(std::holds_alternative<EmptyFolder>(fixture.changes[4].content));
  CHECK(std::holds_alternative<HostExecutable>(fixture.changes[5].content));
  CHECK(fixture.changes[6].to == "{elsewhere}/torch");
  CHECK(fixture.changes[7].machine == "arm64");
  REQUIRE(fixture.use.size() == 1);
  CHECK(fixture.use[0].first == "torch-cu132");
  CHECK(fixture.use[0].second.line == 4);
}

TEST_CASE("all faults of a tree are told in one go, each at its own line") {
  const auto [fixture, faults] = read_tree(R"({
  "ad": {},
  "add": {"../x.dll": {}, "y.dll": {"text": 3}, "z.dll": {"folder": false}, "u.dll": {"text": "", "more": 1}},
  "move": {"a": 7},
  "copy": {"a": "C:/b"},
  "use": [1],
  "machine": "x65",
  "remove": ["torch/nul"]
})");
  CHECK(faults.size() == 10);
  CHECK(describe(faults).find("unknown key \"ad\"; did you mean \"add\"?") != std::string::npos);
  CHECK(describe(faults).find("x.json:5:") != std::string::npos);
  CHECK(describe(faults).find("did you mean \"x64\"?") != std::string::npos);
  CHECK(fixture.changes.size() == 3);
}

TEST_CASE("a tree that is no object") {
  const auto [fixture, faults] = read_tree("[]");
  CHECK(faults.size() == 1);
  CHECK(fixture.changes.empty());
}

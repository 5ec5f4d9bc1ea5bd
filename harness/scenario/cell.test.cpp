// SPDX-License-Identifier: MIT
#include "harness/scenario/cell.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/scenario/testing.hpp"
#include "harness/util/temporary_folder.hpp"

using namespace dllrepro;
using namespace dllrepro::scenario;

namespace {

/// One cell with something in every member.
Cell full_cell() {
  return testing::cells_of(
             R"({"schema": 1, "title": "x", "why": "y", "evidence": ["L79"], "tags": ["t"], "covers": ["W1"],
    "host": ["pymanager-alias", "frozen-exe"], "machine": {"without": ["msvcp140.dll"]},
    "axes": {"damage": ["text"]},
    "tree": {"add": {"lib/a.dll": {"imports": {"b.dll": ["f", {"ordinal": 3}]}, "exports": {"g": [{"print": "{{x}}"}, {"return": 7}]}},
                     "lib/b.dll": {"corrupt": "{damage}", "version": "1.2.3.4"}, "notes.txt": {"text": "ä\n"},
                     "empty": {"folder": true}}},
    "environment": {"HOME": "{userbase}/x"}, "path_front": ["lib"], "path_back": ["{program_files}"],
    "loader": {"parameters": {"lib": "{site}/lib", "all": ["a", 1, null]}, "operations": [
      {"for_each": "dll", "in": {"glob": "{lib}/*.dll"}, "do": [{"try": [{"load": "{dll}", "flags": "0x1100"}], "except": [{"warn": "{error}"}]}]}]},
    "steps": [{"import": "torch._C", "as": "module"}, {"if": {"resident": "a.dll"}, "then": [{"print": "yes"}]}],
    "clocks": {"step": 1.5, "exit": 0.25}, "repeat": 3,
    "expect": [{"outcome": "load error", "error": 127, "module": "lib/a.dll", "returned": {"n": null}, "stderr": {"matches": "x+"}}],
    "known_gaps": [{"row": "W1", "why": "binds", "observed": {"outcome": "ok", "unsatisfied": [{"symbol": "f"}]}}],
    "skip": [{"why": "slow", "platform": "windows"}]})")
      .at(1);
}

}  // namespace

TEST_CASE("a cell written to a file is the same cell when it is read") {
  const Cell cell = full_cell();
  const Json json = to_json(cell);
  const JsonDocument document = JsonDocument::parse(json.dump(2), "cell.json");
  REQUIRE(is_cell(document));
  const Cell again = cell_from_json(document);
  CHECK(to_json(again) == json);
  CHECK(again.id() == "x[host=frozen-exe,damage=text]");
  CHECK(again.host.set_dll_directory == "{prefix}");
  CHECK(again.clocks.step == std::chrono::milliseconds(1500));
  CHECK(again.expectation.location.file == "x.json");
  CHECK(again.expectation.location.line == cell.expectation.location.line);
  CHECK(again.known_gaps.at(0).location.pointer == "/known_gaps/0");
  CHECK(again.tree.files.size() == cell.tree.files.size());
  CHECK(std::get<stub::StubSpec>(again.tree.files.at("lib/a.dll").content) ==
        std::get<stub::StubSpec>(cell.tree.files.at("lib/a.dll").content));
  CHECK(again.machine_architecture == "x64");
  CHECK(again.skip_on("windows")->why == "slow");
}

TEST_CASE("a file that is a cell runs where a scenario would") {
  const TemporaryFolder folder;
  const auto file = folder.write("cell.json", to_json(full_cell()).dump());
  const auto cells = load_cells(file, testing::library());
  REQUIRE(cells.size() == 1);
  CHECK(cells[0].id() == "x[host=frozen-exe,damage=text]");
}

TEST_CASE("a cell of another format is refused") {
  Json json = to_json(full_cell());
  json["schema"] = 2;
  CHECK_THROWS_AS(cell_from_json(JsonDocument::parse(json.dump(), "cell.json")), BadInput);
}

// SPDX-License-Identifier: MIT
// Tables of expectations and axes in files of their own. What they are faulted for: bad/table-*.json.
#include "harness/scenario/table.hpp"

#include <fmt/format.h>
#include <catch2/catch_test_macros.hpp>

#include "harness/scenario/table_format.hpp"
#include "harness/scenario/testing.hpp"
#include "harness/util/temporary_folder.hpp"

using namespace dllrepro;
using namespace dllrepro::scenario;
using testing::cells_of;

namespace {

/// A table over `missing` and `release`, with answers "ok" and "126 shm".
std::string table_with(const std::string& cells) {
  return fmt::format(R"({{"schema": 1, "title": "t", "evidence": ["E"], "rows": "missing", "columns": "release",
"answers": {{"ok": {{"outcome": "ok"}},
  "126 shm": {{"outcome": "load error", "error": 126, "module": "lib/shm.dll"}}}},
"cells": {}}})",
                     cells);
}

/// A scenario with three releases and three files, `expect` as given.
std::string scenario_with(const std::string& expect, const std::string& more = "") {
  return fmt::format(R"({{"schema": 1, "title": "x", "why": "y", "evidence": ["L1"], {}
"axes": {{"missing": ["c10.dll", "shm.dll", "uv.dll"], "release": ["2.0.1", "2.10.0", "2.9.1"]}}, "expect": {}}})",
                     more, expect);
}

/// "release/missing: outcome" of every cell.
std::vector<std::string> told(const std::vector<Cell>& cells) {
  std::vector<std::string> lines;
  for (const Cell& cell : cells) {
    std::string line;
    for (const auto& [axis, value] : cell.parameters) {
      line += value + " ";
    }
    lines.push_back(line + cell.expectation.outcome.value_or("-"));
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a key of a table is one text or several with commas") {
  CHECK(split_key("2.0.1") == Lines{"2.0.1"});
  CHECK(split_key(" a , b c..d ,*") == Lines{"a", "b c..d", "*"});
  CHECK(split_key("") == Lines{""});
  CHECK(split_key("a,") == Lines{"a", ""});
}

TEST_CASE("cells are those that the table holds, each with its answer, in the axes' order") {
  const TemporaryFolder folder;
  folder.write("t.table.json", table_with(R"({
    "uv.dll": {"2.0.1..2.10.0": "126 shm"},
    "c10.dll": {"2.9.1": "126 shm", "2.0.1": null, "2.10.0": "ok"}})"));
  const auto cells = cells_of(scenario_with(R"([{"table": "t.table.json"}])"), folder.path());
  CHECK(told(cells) ==
        Lines{"c10.dll 2.10.0 ok", "c10.dll 2.9.1 load error", "uv.dll 2.0.1 load error", "uv.dll 2.10.0 load error"});
  CHECK(cells[1].expectation.module == "lib/shm.dll");
  CHECK(cells[1].expectation.evidence == Lines{"E"});
}

TEST_CASE("a failure is told at the table's own line") {
  const TemporaryFolder folder;
  folder.write("t.table.json", table_with("{\n\"c10.dll\": {\"2.0.1\": \"ok\",\n\"2.9.1\": \"126 shm\"}}"));
  const auto cells = cells_of(scenario_with(R"([{"table": "t.table.json"}])"), folder.path());
  REQUIRE(cells.size() == 2);
  CHECK(cells[1].expectation.location.file.ends_with("t.table.json"));
  CHECK(cells[1].expectation.location.line == 6);
  CHECK(cells[1].expectation.location.pointer == "/cells/c10.dll/2.9.1");
  CHECK(cells[1].location.file == "x.json");
}

TEST_CASE("* alone means the values that no other key names, ranges may be open, patterns have a star") {
  const TemporaryFolder folder;
  folder.write("t.table.json", table_with(R"({
    "*": {"*": "ok"}, "*v.dll": {"2.10.0..": "126 shm", "*": "ok"}, "shm.dll": {"2.0.1, 2.9.1": "126 shm"}})"));
  const auto cells = cells_of(scenario_with(R"([{"table": "t.table.json"}])"), folder.path());
  CHECK(told(cells) == Lines{"c10.dll 2.0.1 ok", "c10.dll 2.10.0 ok", "c10.dll 2.9.1 ok", "shm.dll 2.0.1 load error",
                             "shm.dll 2.9.1 load error", "uv.dll 2.0.1 ok", "uv.dll 2.10.0 load error",
                             "uv.dll 2.9.1 load error"});
}

TEST_CASE("a list has no columns, several rows are levels, and an axis that a table leaves out is for all its values") {
  const TemporaryFolder folder;
  folder.write("list.table.json", R"({"schema": 1, "title": "t", "evidence": ["E"], "rows": ["release", "missing"],
    "answers": {"ok": {"outcome": "ok"}}, "cells": {"2.9.1": {"uv.dll": "ok"}, "2.0.1": {"*": "ok"}}})");
  folder.write("one.table.json", R"({"schema": 1, "title": "t", "evidence": ["E"], "rows": "release",
    "answers": {"ok": {"outcome": "ok"}}, "cells": {"2.9.1": "ok"}})");
  CHECK(told(cells_of(scenario_with(R"([{"table": "list.table.json"}])"), folder.path())) ==
        Lines{"c10.dll 2.0.1 ok", "shm.dll 2.0.1 ok", "uv.dll 2.0.1 ok", "uv.dll 2.9.1 ok"});
  CHECK(told(cells_of(scenario_with(R"([{"table": "one.table.json", "when": {"missing": "*.dll"}}])"),
                      folder.path())) == Lines{"c10.dll 2.9.1 ok", "shm.dll 2.9.1 ok", "uv.dll 2.9.1 ok"});
  CHECK(told(cells_of(scenario_with(R"([{"table": "one.table.json", "when": {"missing": "shm.dll.."}}])"),
                      folder.path())) == Lines{"shm.dll 2.9.1 ok", "uv.dll 2.9.1 ok"});
}

TEST_CASE("an answer in its place may add to a named one, with evidence and gaps of its own") {
  const TemporaryFolder folder;
  folder.write("t.table.json",
               R"({"schema": 1, "title": "t", "evidence": ["E"], "rows": "missing", "columns": "release",
    "answers": {"lost": {"outcome": "load error", "error": 127, "module": "lib/{missing}",
      "known_gaps": [{"row": "W1", "why": "binds to nothing", "observed": {"outcome": "ok"}}]}},
    "cells": {"uv.dll": {"2.0.1": "lost", "2.9.1": {"answer": "lost", "phase": "loader", "evidence": ["of its own"]},
                         "2.10.0": {"outcome": "ok"}}}})");
  const auto cells = cells_of(scenario_with(R"([{"table": "t.table.json"}])"), folder.path());
  REQUIRE(cells.size() == 3);
  CHECK(cells[0].expectation.module == "lib/uv.dll");
  CHECK(cells[0].expectation.evidence == Lines{"E"});
  REQUIRE(cells[0].known_gaps.size() == 1);
  CHECK(cells[0].known_gaps[0].row == "W1");
  CHECK(cells[0].known_gaps[0].observed.outcome == "ok");
  CHECK(cells[1].known_gaps.empty());
  CHECK(cells[2].expectation.phase == "loader");
  CHECK(cells[2].expectation.error == 127U);
  CHECK(cells[2].expectation.evidence == Lines{"of its own"});
  CHECK(cells[2].known_gaps.size() == 1);
}

TEST_CASE("beside a table, an expectation with an outcome makes cells, one without adds to those that there are") {
  const TemporaryFolder folder;
  folder.write("t.table.json", table_with(R"({"c10.dll": {"2.0.1": "126 shm"}, "uv.dll": {"2.0.1": "ok"}})"));
  const auto cells = cells_of(scenario_with(R"([{"table": "t.table.json"},
    {"when": {"missing": "shm.dll", "release": "2.9.1"}, "outcome": "exit", "exit_code": 3},
    {"when": {"release": "2.0.1"}, "warnings": []}])"),
                              folder.path());
  CHECK(told(cells) == Lines{"c10.dll 2.0.1 load error", "shm.dll 2.9.1 exit", "uv.dll 2.0.1 ok"});
  CHECK(cells[0].expectation.warnings.has_value());
  CHECK_FALSE(cells[1].expectation.warnings.has_value());
  CHECK(cells[2].expectation.location.file.ends_with("t.table.json"));
}

TEST_CASE("two tables add up") {
  const TemporaryFolder folder;
  folder.write("t.table.json", table_with(R"({"c10.dll": {"2.0.1": "126 shm"}, "uv.dll": {"2.0.1": "ok"}})"));
  folder.write("hint.table.json", R"({"schema": 1, "title": "t", "evidence": ["H"], "rows": "missing",
    "answers": {"hint": {"stdout": "not installed"}, "none": {"stdout": {"absent": "not installed"}}},
    "cells": {"c10.dll": "hint", "uv.dll": "none"}})");
  const auto cells =
      cells_of(scenario_with(R"([{"table": "t.table.json"}, {"table": "hint.table.json"}])"), folder.path());
  CHECK(told(cells) == Lines{"c10.dll 2.0.1 load error", "uv.dll 2.0.1 ok"});
  CHECK(cells[0].expectation.standard_output->contains == Lines{"not installed"});
  CHECK(cells[0].expectation.evidence == Lines{"E", "H"});
}

TEST_CASE("an axis in a file of its own has patches or scalars, and \"only\" picks some of them") {
  const TemporaryFolder folder;
  folder.write("r.axis.json", R"({"schema": 1, "title": "releases", "values": {
    "1.9": {"tree": {"add": {"{release}/{n}.dll": {}}}, "steps": [{"print": "{release}"}]},
    "1.10": {"path_front": ["front"], "tree": {"add": {"x.dll": {}}}}, "2.0": {}}})");
  const std::string scenario = R"({"schema": 1, "title": "x", "why": "y", "evidence": ["L1"],
    "axes": {"release": {"from": "r.axis.json", "only": %}, "n": [7]}, "expect": [{"outcome": "ok"}]})";
  const auto with_only = [&scenario](const std::string& only) {
    return std::string(scenario).replace(scenario.find('%'), 1, only);
  };
  const auto cells = cells_of(with_only(R"(["2.0", "..1.10"])"), folder.path());
  CHECK(told(cells) == Lines{"1.9 7 ok", "1.10 7 ok", "2.0 7 ok"});
  CHECK(cells[0].tree.files.contains("1.9/7.dll"));
  CHECK(cells[0].tree.files.at("1.9/7.dll").location.file.ends_with("r.axis.json"));
  CHECK(cells[0].steps[0].arguments["print"] == "1.9");
  CHECK(cells[1].path_front == Lines{"front"});
  CHECK(told(cells_of(with_only(R"("2.*")"), folder.path())) == Lines{"2.0 7 ok"});

  folder.write("r.axis.json", R"({"schema": 1, "title": "numbers", "values": [126, 193]})");
  const auto numbers = cells_of(R"({"schema": 1, "title": "x", "why": "y", "evidence": ["L1"],
    "axes": {"code": {"from": "r.axis.json"}}, "expect": [{"outcome": "load error", "error": "{code}"}]})",
                                folder.path());
  REQUIRE(numbers.size() == 2);
  CHECK(numbers[1].expectation.error == 193U);
}

TEST_CASE("an axis may be what the rows or columns of a table name") {
  const TemporaryFolder folder;
  folder.write("t.table.json",
               table_with(R"({"uv.dll": {"2.9.1": "ok"}, "c10.dll, a.dll": {"2.0.1": "ok", "2.9.1": "126 shm"}})"));
  const auto cells = cells_of(R"({"schema": 1, "title": "x", "why": "y", "evidence": ["L1"],
    "axes": {"missing": {"from": "t.table.json"}, "release": {"from": "t.table.json"}}, "expect": [{"table": "t.table.json"}]})",
                              folder.path());
  CHECK(told(cells) == Lines{"uv.dll 2.9.1 ok", "c10.dll 2.9.1 load error", "c10.dll 2.0.1 ok",
                             "a.dll 2.9.1 load error", "a.dll 2.0.1 ok"});
}

TEST_CASE("a value called \"from\" is a value as any other") {
  const auto cells = cells_of(R"({"schema": 1, "title": "x", "why": "y", "evidence": ["L1"],
    "axes": {"way": {"from": {"path_front": ["a"]}, "to": {}}}, "expect": [{"outcome": "ok"}]})");
  CHECK(told(cells) == Lines{"from ok", "to ok"});
}

TEST_CASE("a cell with an answer of a table is complete") {
  const TemporaryFolder folder;
  folder.write("t.table.json", table_with(R"({"c10.dll": {"2.0.1": "126 shm", "2.9.1": "ok"}})"));
  const auto cells = cells_of(scenario_with(R"([{"table": "t.table.json"}])"), folder.path());
  const Json written = to_json(cells[0]);
  const Cell again = cell_from_json(JsonDocument::parse(written.dump(), "cell.json"));
  CHECK(to_json(again) == written);
  CHECK(again.expectation.location.pointer == "/cells/c10.dll/2.0.1");
}

TEST_CASE("a scenario with tables may have more combinations than cells") {
  const TemporaryFolder folder;
  std::string values = "0";
  for (int value = 1; value < 150; ++value) {
    values += fmt::format(", {}", value);
  }
  folder.write("t.table.json", R"({"schema": 1, "title": "t", "evidence": ["E"], "rows": "a", "columns": "b",
    "answers": {"ok": {"outcome": "ok"}}, "cells": {"149": {"0..9": "ok"}}})");
  const std::string scenario = fmt::format(R"({{"schema": 1, "title": "x", "why": "y", "evidence": ["L1"],
    "axes": {{"a": [{0}], "b": [{0}]}}, "expect": [{{"table": "t.table.json"}}]}})",
                                           values);
  CHECK(cells_of(scenario, folder.path()).size() == 10);
  folder.write("t.table.json", R"({"schema": 1, "title": "t", "evidence": ["E"], "rows": "a", "columns": "b",
    "answers": {"ok": {"outcome": "ok"}}, "cells": {"*": {"*": "ok"}}})");
  const auto faults = testing::faults_of(scenario, folder.path());
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].message == "the axes make more than 10000 cells");
}

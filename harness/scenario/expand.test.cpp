// SPDX-License-Identifier: MIT
#include "harness/scenario/expand.hpp"

#include <fmt/format.h>
#include <catch2/catch_test_macros.hpp>

#include "harness/scenario/testing.hpp"

using namespace dllrepro;
using namespace dllrepro::scenario;
using testing::cells_of;

namespace {

/// A scenario around `body`, all of whose cells are expected to end well.
std::string scenario_with(const std::string& body) {
  return fmt::format(
      R"({{"schema": 1, "title": "x", "why": "y", "evidence": ["L1"], {}, "expect": [{{"outcome": "ok"}}]}})", body);
}

std::vector<std::string> ids_of(const std::vector<Cell>& cells) {
  std::vector<std::string> ids;
  for (const Cell& cell : cells) {
    ids.push_back(cell.id());
  }
  return ids;
}

std::vector<std::string> files_of(const Cell& cell) {
  std::vector<std::string> paths;
  for (const auto& [path, file] : cell.tree.files) {
    paths.push_back(path);
  }
  return paths;
}

}  // namespace

TEST_CASE("a scenario without axes is one cell, with python.org's interpreter on a clean machine") {
  const auto cells = cells_of(scenario_with(R"("tags": ["t"], "covers": ["S1.3"], "repeat": 5)"));
  REQUIRE(cells.size() == 1);
  CHECK(cells[0].id() == "x");
  CHECK(cells[0].host.name == "python-org");
  CHECK(cells[0].host.extension_flags == 0x1100);
  CHECK(cells[0].repeat == 5);
  CHECK(cells[0].tags == std::vector<std::string>{"t"});
  CHECK(cells[0].covers == std::vector<std::string>{"S1.3"});
  CHECK(files_of(cells[0]) == std::vector<std::string>{"{prefix}/python.exe"});
  CHECK(std::holds_alternative<tree::HostExecutable>(cells[0].tree.files.begin()->second.content));
  CHECK(cells[0].expectation.evidence == std::vector<std::string>{"L1"});
}

TEST_CASE("axes make every combination in the file's order, the first changing slowest") {
  const auto cells = cells_of(scenario_with(
      R"("axes": {"n": [1, true, "a b"]}, "host": ["venv", {"name": "mine", "use": "pymanager-alias"}], "machine": ["clean"])"));
  CHECK(ids_of(cells) == std::vector<std::string>{"x[n=1,host=venv]", "x[n=1,host=mine]", "x[n=true,host=venv]",
                                                  "x[n=true,host=mine]", "x[n=a b,host=venv]", "x[n=a b,host=mine]"});
  CHECK(cells[0].host.executable == "{elsewhere}/base/python.exe");
  CHECK(cells[1].host.default_dll_directories == 0xC00);
  CHECK(cells[1].host.dll_directories == std::vector<std::string>{"{prefix}"});
  CHECK(cells[1].host.extension_flags == 0x1100);
}

TEST_CASE("ten thousand cells are not too many") {
  const std::string ten = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]";
  const auto cells = cells_of(scenario_with(fmt::format(R"("axes": {{"a": {0}, "b": {0}, "c": {0}, "d": {0}}})", ten)));
  CHECK(cells.size() == k_most_cells);
  CHECK(cells.back().id() == "x[a=9,b=9,c=9,d=9]");
}

TEST_CASE("layers apply in the order host, machine, scenario, patches") {
  const auto cells = cells_of(scenario_with(R"(
    "host": {"tree": {"add": {"a.dll": {}}}, "environment": {"A": "host", "B": "host", "E": "host"}, "path_front": ["h"], "path_back": ["h"]},
    "machine": {"tree": {"remove": ["a.dll"], "add": {"b.dll": {}}}, "environment": {"B": "machine", "C": "machine"},
                "path_front": ["m"], "path_back": ["m"], "without": ["msvcp140.dll"]},
    "tree": {"move": {"b.dll": "c.dll"}}, "environment": {"c": "scenario", "E": null}, "path_front": ["s"], "path_back": ["s"],
    "axes": {"one": {"p": {"tree": {"copy": {"c.dll": "d.dll"}}, "environment": {"D": "{prefix}"}, "path_front": ["1"]}},
             "two": {"q": {"tree": {"replace": {"d.dll": {"corrupt": "text"}}}, "path_front": ["2", "3"], "path_back": "2"}}})"));
  REQUIRE(cells.size() == 1);
  const Cell& cell = cells[0];
  CHECK(files_of(cell) == std::vector<std::string>{"c.dll", "d.dll", "{prefix}/python.exe"});
  CHECK(std::get<stub::StubSpec>(cell.tree.files.at("d.dll").content).corrupt.has_value());
  CHECK(cell.environment ==
        std::map<std::string, std::string>{{"A", "host"}, {"B", "machine"}, {"c", "scenario"}, {"D", "{prefix}"}});
  CHECK(cell.path_front == std::vector<std::string>{"2", "3", "1", "s", "m", "h"});
  CHECK(cell.path_back == std::vector<std::string>{"h", "m", "s", "2"});
  CHECK(cell.system32.without == std::vector<std::string>{"msvcp140.dll"});
}

TEST_CASE("hosts with one executable have the trees of their own children, whichever comes first") {
  const std::string alone = R"({"name": "alone", "use": "python-org"})";
  const std::string parent =
      R"({"name": "parent", "use": "python-org", "child_host": {"name": "child", "executable": "{elsewhere}/child.exe"}})";
  for (const bool is_parent_first : {false, true}) {
    const auto cells = cells_of(scenario_with(
        fmt::format(R"("host": [{}, {}])", is_parent_first ? parent : alone, is_parent_first ? alone : parent)));
    REQUIRE(cells.size() == 2);
    const Cell& of_parent = cells[is_parent_first ? 0 : 1];
    const Cell& of_alone = cells[is_parent_first ? 1 : 0];
    CHECK(files_of(of_parent) == std::vector<std::string>{"{elsewhere}/child.exe", "{prefix}/python.exe"});
    CHECK(files_of(of_alone) == std::vector<std::string>{"{prefix}/python.exe"});
  }
}

TEST_CASE("a patch replaces host, loader and steps, and puts operations around them") {
  const auto cells = cells_of(scenario_with(R"(
    "loader": {"parameters": {"lib": "{site}/torch/lib", "depth": 1}, "operations": [{"print": "loader {lib}"}]},
    "steps": [{"print": "steps"}], "parameters": {"depth": 2},
    "axes": {"fix": {
      "none": {},
      "around": {"before_loader": [{"set": {"kept": 1}}], "after_loader": [{"print": "after"}],
                 "before_steps": [{"print": "{kept}"}], "after_steps": [{"print": "last"}], "parameters": {"lib": "{work}"}},
      "instead": {"loader": {"name": "other", "parameters": {"depth": 0}, "operations": []}, "steps": [], "host": "plain-exe",
                  "clocks": {"step": 0.5}}}})"));
  REQUIRE(cells.size() == 3);
  CHECK(cells[0].loader.size() == 1);
  CHECK(cells[0].loader_parameters == std::map<std::string, Json>{{"depth", 2}, {"lib", "{site}/torch/lib"}});
  REQUIRE(cells[1].loader.size() == 3);
  CHECK(cells[1].loader[0].verb == "set");
  CHECK(cells[1].loader[2].arguments["print"] == "after");
  REQUIRE(cells[1].steps.size() == 3);
  CHECK(cells[1].steps[2].arguments["print"] == "last");
  CHECK(cells[1].loader_parameters.at("lib") == "{work}");
  CHECK(cells[2].loader.empty());
  CHECK(cells[2].steps.empty());
  CHECK(cells[2].host.executable == "{elsewhere}/app/app.exe");
  CHECK(cells[2].clocks.step == std::chrono::milliseconds(500));
  CHECK(cells[0].clocks.step == process::Clocks{}.step);
}

TEST_CASE("axis values stand in trees, steps and expectations") {
  const auto cells = cells_of(R"({"schema": 1, "title": "x", "why": "y", "evidence": ["L160"],
    "axes": {"damage": ["text", "empty"], "code": [193]},
    "tree": {"add": {"lib/zz_{damage}.dll": {"corrupt": "{damage}"}}},
    "steps": [{"load": "{site}/lib/zz_{damage}.dll"}],
    "expect": [{"outcome": "load error", "error": "{code}", "module": "lib/zz_{damage}.dll"}]})");
  REQUIRE(cells.size() == 2);
  CHECK(cells[1].tree.files.contains("lib/zz_empty.dll"));
  CHECK(cells[1].tree.files.at("lib/zz_empty.dll").location.line == 3);
  CHECK(cells[1].steps[0].arguments["load"] == "{site}/lib/zz_empty.dll");
  CHECK(cells[1].expectation.module == "lib/zz_empty.dll");
  CHECK(cells[1].expectation.error == 193U);
}

TEST_CASE("statements reach the cells that they select") {
  const auto cells = cells_of(R"({"schema": 1, "title": "x", "why": "y", "evidence": ["L79"],
    "axes": {"fix": ["none", "preload-one", "preload-all"], "n": [1, 2]},
    "expect": [{"stdout": "hello"},
               {"when": {"fix": "preload-*"}, "outcome": "ok"},
               {"when": {"fix": "none"}, "outcome": "load error", "error": 127, "evidence": ["L80"]},
               {"when": {"fix": ["none", "preload-all"], "n": 2}, "warnings": ["w"]}],
    "known_gaps": [{"row": "W1", "when": {"fix": "none"}, "why": "binds to nothing", "observed": {"outcome": "ok"}}],
    "skip": [{"when": {"n": 2}, "why": "slow", "platform": "wine"}, {"when": {"n": 2, "fix": "none"}, "why": "never"}]})");
  REQUIRE(cells.size() == 6);
  CHECK(cells[0].expectation.error == 127U);
  CHECK(cells[0].expectation.location.line == 5);
  CHECK(cells[0].expectation.evidence == std::vector<std::string>{"L79", "L80"});
  REQUIRE(cells[0].known_gaps.size() == 1);
  CHECK(cells[0].known_gaps[0].observed.outcome == "ok");
  CHECK(cells[0].known_gaps[0].location.line == 7);
  CHECK(cells[2].known_gaps.empty());
  CHECK(cells[2].expectation.outcome == "ok");
  CHECK_FALSE(cells[3].expectation.warnings.has_value());
  CHECK(cells[5].expectation.warnings.has_value());
  CHECK_FALSE(cells[0].skip_on("wine").has_value());
  CHECK(cells[1].skip_on("wine")->why == "slow");
  CHECK(cells[1].skip_on("windows")->why == "never");
  CHECK_FALSE(cells[3].skip_on("windows").has_value());
}

TEST_CASE("the same fault in many cells is told once, and faults of fixtures in the fixture's place") {
  const auto faults = testing::faults_of(R"({"schema": 1, "title": "x", "why": "y", "evidence": ["L1"],
    "axes": {"n": [1, 2, 3, 4]},
    "tree": {"add": {"a.dll": {"wrong": 1}, "b{n}.dll": {"corrupt": "c{n}"}}},
    "expect": [{"outcome": "ok"}]})");
  REQUIRE(faults.size() == 2);
  CHECK(faults[0].location.pointer == "/tree/add/a.dll/wrong");
  CHECK(faults[1].location.pointer == "/tree/add/b{n}.dll/corrupt");
}

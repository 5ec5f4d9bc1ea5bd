// SPDX-License-Identifier: MIT
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "harness/loader/lookup/catalog.hpp"
#include "harness/scenario/expand.hpp"
#include "harness/scenario/testing.hpp"
#include "harness/util/error.hpp"

using namespace dllrepro;
using namespace dllrepro::scenario;

namespace {

std::vector<Cell> cells_of(const std::string& rest) {
  const std::string text =
      R"({"schema": 1, "title": "t", "why": "w", "evidence": ["e"], )" + rest + R"(, "expect": [{"outcome": "ok"}]})";
  return expand(parse_scenario(JsonDocument::parse(text, "s.json"), "s"), testing::library());
}

std::string faults_of(const std::string& rest) {
  try {
    cells_of(rest);
  } catch (const BadInput& bad) {
    return describe(bad.diagnostics());
  }
  return "";
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a cell carries the releases that it looks things up in, and no others") {
  const auto cells = cells_of(R"(
    "axes": {"release": ["1.8.4", "1.9.1"]}, "parameters": {"pathfinder_release": "{release}"},
    "steps": [{"run": "pathfinder/ask", "with": {"libraries": ["cudart"]}}])");
  REQUIRE(cells.size() == 2);
  REQUIRE(cells[0].catalogs.size() == 1);
  CHECK(cells[0].catalogs.at("cuda-pathfinder").size() == 1);
  CHECK(cells[0].catalogs.at("cuda-pathfinder").contains("1.8.4"));
  CHECK(cells[1].catalogs.at("cuda-pathfinder").contains("1.9.1"));
  const Cell back = cell_from_json(JsonDocument::parse(to_json(cells[1]).dump(), "cell.json"));
  CHECK(back.catalogs == cells[1].catalogs);
}

TEST_CASE("a look-up inside a block or in a child's operations counts, too") {
  const auto cells = cells_of(R"(
    "steps": [{"if": true, "then": [{"lookup": "cudart", "catalog": "cuda-pathfinder", "release": "1.0.0"}]},
              {"start_process": {"operations": [
                {"lookup": "cudart", "catalog": "cuda-pathfinder", "release": "1.1.0"}]}}])");
  CHECK(cells.at(0).catalogs.at("cuda-pathfinder").size() == 2);
}

TEST_CASE("unknown catalogs and releases are told with the nearest, whether written down or given") {
  CHECK(holds(faults_of(R"("steps": [{"lookup": "cudart", "catalog": "cuda-pathfindr", "release": "1.9.1"}])"),
              "there is no catalog \"cuda-pathfindr\"; did you mean \"cuda-pathfinder\"?"));
  CHECK(holds(faults_of(R"("steps": [{"lookup": "cudart", "catalog": "cuda-pathfinder", "release": "1.8.7"}])"),
              "\"cuda-pathfinder\" has no release \"1.8.7\"; did you mean \"1.8."));
  CHECK(holds(faults_of(R"("parameters": {"pathfinder_release": "1.9.7"}, "steps": [{"run": "pathfinder/ask"}])"),
              "\"cuda-pathfinder\" has no release \"1.9.7\"; did you mean \"1.9."));
}

TEST_CASE("a release that only the running program would know is refused") {
  CHECK(holds(faults_of(R"("steps": [{"for_each": "which", "in": ["1.9.0", "1.9.1"], "do": [
                {"lookup": "cudart", "catalog": "cuda-pathfinder", "release": "{which}"}]}])"),
              "the release of a look-up has to be known before the program runs"));
}

TEST_CASE("switches are looked at when the scenario is read") {
  CHECK(holds(faults_of(R"("steps": [{"lookup": "cudart", "catalog": "cuda-pathfinder", "release": "1.9.1",
                                      "switches": {"toolkit": {"read_ones": true}}}])"),
              "unknown key \"read_ones\"; did you mean \"read_once\"?"));
}

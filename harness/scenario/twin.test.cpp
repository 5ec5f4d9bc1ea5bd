// SPDX-License-Identifier: MIT
#include "harness/scenario/twin.hpp"

#include <fmt/format.h>
#include <catch2/catch_test_macros.hpp>

#include "harness/scenario/testing.hpp"

using namespace dllrepro;
using namespace dllrepro::scenario;
using testing::cells_of;

namespace {

std::string scenario_with(const std::string& body) {
  return fmt::format(R"({{"schema": 1, "title": "x", "why": "y", "evidence": ["L1"], {}}})", body);
}

}  // namespace

TEST_CASE("a twin is the cell with one more layer") {
  const auto cells = cells_of(scenario_with(R"(
    "tree": {"add": {"lib/a.dll": {}, "lib/b.dll": {}}}, "path_front": ["lib"],
    "axes": {"file": ["a.dll", "b.dll"]},
    "loader": {"operations": [{"print": "data"}]},
    "steps": [{"load": "{site}/lib/{file}"}],
    "twin": {"host": "cpython", "tree": {"remove": ["lib/a.dll"]}, "environment": {"X": "{file}"},
             "loader": {"operations": [{"python": "real = r'{site}'"}]},
             "steps": [{"python": "name = '{file}'"}], "not_compared": {"message": "other words"}},
    "expect": [{"outcome": "ok", "not_resident": ["{file}"]}])"));
  REQUIRE(cells.size() == 2);
  const Cell& cell = cells[1];
  REQUIRE(cell.twin != nullptr);
  CHECK(cell.host.name == "python-org");
  CHECK_FALSE(cell.environment.contains("X"));
  const Cell& twin = cell.twin->cell;
  CHECK(twin.id() == cell.id());
  CHECK(twin.host.python == "default");
  CHECK(twin.environment.at("X") == "b.dll");
  CHECK(twin.path_front == cell.path_front);
  CHECK(cell.tree.files.contains("lib/a.dll"));
  CHECK_FALSE(twin.tree.files.contains("lib/a.dll"));
  CHECK(twin.loader.at(0).arguments.at("python") == "real = r'{site}'");
  CHECK(twin.steps.at(0).arguments.at("python") == "name = 'b.dll'");
  CHECK(to_json(twin.expectation) == to_json(cell.expectation));
  CHECK(cell.twin->not_compared.at("message") == "other words");
  CHECK(cell.twin->location.pointer == "/twin");
  CHECK(twin.twin == nullptr);
}

TEST_CASE("a patch adds to the scenario's twin, takes it away, or brings the only one") {
  const auto cells = cells_of(scenario_with(R"(
    "axes": {"release": {
      "1": {"twin": {"environment": {"A": "patch"}}},
      "2": {"twin": null},
      "3": {}}},
    "twin": {"host": "cpython", "environment": {"A": "root", "B": "root"}},
    "expect": [{"outcome": "ok"}])"));
  REQUIRE(cells.size() == 3);
  REQUIRE(cells[0].twin != nullptr);
  CHECK(cells[0].twin->cell.environment.at("A") == "patch");
  CHECK(cells[0].twin->cell.environment.at("B") == "root");
  CHECK(cells[1].twin == nullptr);
  REQUIRE(cells[2].twin != nullptr);
  CHECK(cells[2].twin->cell.environment.at("A") == "root");

  const auto alone = cells_of(scenario_with(R"(
    "axes": {"release": {"1": {"twin": {"host": "cpython"}}, "2": {}}}, "expect": [{"outcome": "ok"}])"));
  CHECK(alone.at(0).twin != nullptr);
  CHECK(alone.at(1).twin == nullptr);
}

TEST_CASE("a twin of the suite real says so, and a patch may say otherwise") {
  const auto cells = cells_of(scenario_with(R"(
    "axes": {"release": {"1": {}, "2": {"twin": {"suite": "default"}}}},
    "twin": {"host": "cpython", "suite": "real"}, "expect": [{"outcome": "ok"}])"));
  CHECK(cells.at(0).twin->is_real);
  CHECK_FALSE(cells.at(1).twin->is_real);
}

TEST_CASE("a twin runs other loaders in the place of some, as its loader and below `run`") {
  const auto cells = cells_of(scenario_with(R"(
    "loader": {"title": "folders", "operations": [{"set": {"dll_paths": []}}, {"run": "torch/register"}]},
    "steps": [{"run": "torch/set-dll-directory"}],
    "twin": {"host": "cpython", "loaders": {"torch/register": "none", "torch/set-dll-directory": "pathfinder/ask-really"}},
    "expect": [{"outcome": "ok"}])"));
  const Cell& twin = cells.at(0).twin->cell;
  CHECK(cells[0].loader.size() > 2);
  CHECK(twin.loader.size() == 1);
  CHECK(twin.steps.at(0).verb == "python");
  CHECK(testing::faults_of(scenario_with(R"(
    "twin": {"host": "cpython", "loaders": {"pathfinder/ask": "pathfinder/ask-rely"}}, "expect": [{"outcome": "ok"}])"))
            .at(0)
            .message == "unknown loader \"pathfinder/ask-rely\"; did you mean \"pathfinder/ask-really\"?");
}

TEST_CASE("a twin may be expected to answer in other words, member by member") {
  const auto cells = cells_of(scenario_with(R"(
    "tree": {"add": {"lib/a.dll": {}}},
    "twin": {"host": "cpython", "expect": {"message": "real", "error": 193}},
    "expect": [{"outcome": "load error", "error": 126, "module": "lib/a.dll", "message": "data"}])"));
  const Expectation& twin = cells.at(0).twin->cell.expectation;
  CHECK(twin.error == 193);
  CHECK(twin.module == "lib/a.dll");
  CHECK(twin.message->contains == std::vector<std::string>{"real"});
  CHECK(cells.at(0).expectation.error == 126);
}

TEST_CASE("a cell with a twin survives the way through a file") {
  const auto cells = cells_of(scenario_with(R"(
    "twin": {"host": "cpython", "steps": [{"python": ["a = 1", "a"], "as": "a"}], "not_compared": {"environment PATH": "x"}},
    "expect": [{"outcome": "ok"}])"));
  const Json json = to_json(cells.at(0));
  const Cell again = cell_from_json(JsonDocument::parse(json.dump(2), "cell.json"));
  CHECK(to_json(again) == json);
  REQUIRE(again.twin != nullptr);
  CHECK(again.twin->cell.host.python == "default");
  CHECK(again.twin->cell.steps.at(0).arguments.at("python") == "a = 1\na\n");
}

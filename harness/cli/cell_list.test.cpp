// SPDX-License-Identifier: MIT
#include "harness/cli/cell_list.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/scenario/expand.hpp"
#include "harness/util/error.hpp"
#include "harness/util/temporary_folder.hpp"

using namespace dllrepro;
using namespace dllrepro::cli;

namespace {

constexpr const char* k_two_cells = R"({
  "schema": 1, "title": "t", "why": "w", "evidence": ["e"],
  "axes": {"dll": {"a": {}, "b": {}}},
  "steps": [{"load": "{site}/a.dll"}],
  "twin": {"suite": "real"},
  "expect": [{"outcome": "ok"}]
})";

std::string unchanged(const std::string& path) {
  return path;
}

}  // namespace

TEST_CASE("a list of cells is read back in its order, with their numbers in the run, from their own files") {
  const TemporaryFolder folder;
  folder.write("fixtures/hosts/python-org.json", R"({"schema": 1, "title": "t", "evidence": ["e"]})");
  folder.write("fixtures/machines/clean.json", R"({"schema": 1, "title": "t", "evidence": ["e"]})");
  folder.write("scenarios/x/one.json", k_two_cells);
  folder.write("scenarios/x/other.json", "no JSON, and not named by the list");
  const scenario::FixtureLibrary library(folder.path());
  CellList list{7, scenario::load_cells(folder.path() / "scenarios/x/one.json", library), {5, 3}};
  REQUIRE(list.cells.size() == 2);
  std::swap(list.cells[0], list.cells[1]);
  list.cells[0].twin = nullptr;
  const auto file = folder.path() / "list.json";
  write_cell_list(file, list, unchanged);

  const CellList read = read_cell_list(file, library);
  CHECK(read.cells_of_run == 7);
  CHECK(read.numbers == std::vector<std::size_t>{5, 3});
  REQUIRE(read.cells.size() == 2);
  CHECK(read.cells[0].id() == list.cells[0].id());
  CHECK(read.cells[1].id() == list.cells[1].id());
  CHECK(read.cells[0].twin == nullptr);
  CHECK(read.cells[1].twin != nullptr);

  // A file that was changed since.
  folder.write("scenarios/x/one.json",
               std::string(k_two_cells).replace(std::string(k_two_cells).find("\"b\""), 3, "\"c\""));
  CHECK_THROWS_AS(read_cell_list(file, library), EnvironmentFailure);
}

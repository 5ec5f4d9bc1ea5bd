// SPDX-License-Identifier: MIT
// What was measured once, of real code and real wheels, is what the scenarios say: no measured result is without a
// cell, and no cell expects something else. Neither is counted by hand.
#include "harness/scenario/measured.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <catch2/catch_test_macros.hpp>

#include "harness/scenario/table_format.hpp"
#include "harness/scenario/testing.hpp"

namespace dllrepro::scenario::testing {

namespace {

using Lines = std::vector<std::string>;

/// The values that a key of `answers` names: several with commas between, each a value or a range in `order`.
Lines values_of_key(const std::string& key, const Lines& order) {
  INFO(key);
  Lines values;
  for (const std::string& part : split_key(key)) {
    const std::size_t dots = part.find("..");
    if (dots == std::string::npos) {
      values.push_back(part);
      continue;
    }
    const auto first = std::find(order.begin(), order.end(), part.substr(0, dots));
    const auto last = std::find(first, order.end(), part.substr(dots + 2));
    REQUIRE(last != order.end());
    values.insert(values.end(), first, last + 1);
  }
  return values;
}

Json read_measured(const std::string& name) {
  return JsonDocument::read("fixtures/record/measured/" + name + ".json").root();
}

/// The cells of a scenario of the repository, made once.
const std::vector<Cell>& cells_of_scenario(const std::string& name) {
  static std::map<std::string, std::vector<Cell>> made;
  const auto known = made.find(name);
  return known != made.end() ? known->second
                             : made.emplace(name, load_cells("scenarios/" + name + ".json", library())).first->second;
}

/// Holds every result of a file against its cell, with `faults_of_cell` for what the cell says.
template <typename FaultsOfCell>
void check_results(const Json& record, const FaultsOfCell& faults_of_cell) {
  const std::vector<MeasuredResult> results = measured_results(record);
  CHECK(results.size() == record.at("results"));
  for (const MeasuredResult& result : results) {
    std::vector<const Cell*> cells;
    if (!result.scenario.empty()) {
      cells = cells_with(result.values, cells_of_scenario(result.scenario));
    }
    Lines faults = faults_of_number(result, cells);
    if (cells.size() == 1) {
      for (const std::string& fault : faults_of_cell(*cells[0], result)) {
        faults.push_back(fmt::format("{}: {}", cells[0]->id(), fault));
      }
    }
    INFO(fmt::format("{}\n  {}", result.name, fmt::join(faults, "\n  ")));
    CHECK(faults.empty());
  }
}

}  // namespace

std::vector<MeasuredResult> measured_results(const Json& record) {
  std::vector<MeasuredResult> results;
  const Lines order = record.value("order", Lines{});
  for (const auto& [name, situation] : record.at("situations").items()) {
    const std::string axis = situation.value("by", record.at("by").get<std::string>());
    for (const auto& [key, answer] : situation.at("answers").items()) {
      for (const std::string& value : values_of_key(key, order)) {
        auto values = situation.value("cell", std::map<std::string, std::string>{});
        const std::string scenario = values["scenario"];
        values.erase("scenario");
        values[axis] = value;
        results.push_back({fmt::format("{}, {} {}", name, axis, value), scenario, std::move(values), answer, situation,
                           situation.value("no_cell", "")});
      }
    }
  }
  return results;
}

std::vector<const Cell*> cells_with(const std::map<std::string, std::string>& values, const std::vector<Cell>& cells) {
  std::vector<const Cell*> found;
  for (const Cell& cell : cells) {
    const auto has = [&cell](const auto& value) {
      return std::find(cell.parameters.begin(), cell.parameters.end(),
                       std::pair<std::string, std::string>(value.first, value.second)) != cell.parameters.end();
    };
    if (std::all_of(values.begin(), values.end(), has)) {
      found.push_back(&cell);
    }
  }
  return found;
}

std::vector<std::string> faults_of_number(const MeasuredResult& result, const std::vector<const Cell*>& cells) {
  const bool one_runs = std::any_of(
      cells.begin(), cells.end(), [](const Cell* cell) { return !cell->skip_on("wine") || !cell->skip_on("windows"); });
  if (!result.no_cell.empty()) {
    return one_runs ? Lines{"a cell of it runs, so that there must be no reason why none does"} : Lines{};
  }
  if (cells.size() != 1) {
    return {fmt::format("{} has {} cells with its values, not one", result.scenario, cells.size())};
  }
  return one_runs ? Lines{} : Lines{cells[0]->id() + " is skipped everywhere, and the record does not say why"};
}

TEST_CASE("every measured answer of cuda-pathfinder is a cell that says the same") {
  const Json record = read_measured("pathfinder");
  check_results(record, [&record](const Cell& cell, const MeasuredResult& result) {
    return faults_of_pathfinder_cell(cell, result.answer, record);
  });
}

TEST_CASE("every measured outcome of torch's wheels is a cell that says the same") {
  check_results(read_measured("torch-wheels"), [](const Cell& cell, const MeasuredResult& result) {
    return faults_of_torch_cell(cell, result.answer, result.situation);
  });
}

TEST_CASE("a measured result that has no cell, several, or a wrong excuse is told of") {
  const auto results = measured_results(Json::parse(R"({"by": "release", "order": ["1.9", "1.10", "1.11", "2.0"],
    "situations": {
      "a": {"cell": {"scenario": "s", "file": "x"}, "answers": {"1.9..1.11": "ok", "2.0": "no"}},
      "b": {"cell": {"scenario": "s"}, "by": "file", "no_cell": "links", "answers": {"y": "ok"}}}})"));
  REQUIRE(results.size() == 5);
  CHECK(results[1].name == "a, release 1.10");
  CHECK(results[1].values == std::map<std::string, std::string>{{"file", "x"}, {"release", "1.10"}});
  CHECK(results[3].answer == "no");
  CHECK(results[4].values == std::map<std::string, std::string>{{"file", "y"}});

  const auto cells_with_skip = [](const std::string& platform) {
    return cells_of(fmt::format(R"({{"schema": 1, "title": "t", "why": "w", "evidence": ["L1"],
      "axes": {{"file": ["x", "y"], "release": ["1.10", "2.0"]}}, "expect": [{{"outcome": "ok"}}],
      "skip": [{{"why": "w", "when": {{"file": "y"}}{}}}]}})",
                                platform));
  };
  const auto cells = cells_with_skip("");
  const auto faults_of = [](const MeasuredResult& result, const std::vector<Cell>& among) {
    return faults_of_number(result, cells_with(result.values, among));
  };
  CHECK(faults_of(results[0], cells) == Lines{"s has 0 cells with its values, not one"});
  CHECK(faults_of(results[1], cells).empty());
  CHECK(faults_of(results[4], cells).empty());
  CHECK(faults_of(results[4], cells_with_skip(R"(, "platform": "wine")")) ==
        Lines{"a cell of it runs, so that there must be no reason why none does"});
  MeasuredResult without_reason = results[4];
  without_reason.no_cell.clear();
  CHECK(faults_of(without_reason, cells) == Lines{"s has 2 cells with its values, not one"});
  without_reason.values["release"] = "2.0";
  CHECK(faults_of(without_reason, cells) ==
        Lines{"x[file=y,release=2.0] is skipped everywhere, and the record does not say why"});
}

}  // namespace dllrepro::scenario::testing

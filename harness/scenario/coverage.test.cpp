// SPDX-License-Identifier: MIT
// The record and the scenarios of the repository know of each other: what is on record is shown by a cell, or the row
// says why it can't be; what a cell expects is known from somewhere.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <catch2/catch_test_macros.hpp>

#include "harness/scenario/discover.hpp"
#include "harness/scenario/testing.hpp"
#include "harness/util/temporary_folder.hpp"

using namespace dllrepro;
using namespace dllrepro::scenario;

namespace {

using Lines = std::vector<std::string>;

/// What is wrong with the rows of `record`, `cells` being all there are.
Lines faults_of_record(const Record& record, const std::vector<Cell>& cells) {
  std::vector<std::pair<std::string, Lines>> covers;
  covers.reserve(cells.size());
  for (const Cell& cell : cells) {
    covers.emplace_back(cell.scenario, cell.covers);
  }
  Lines faults;
  for (const auto& [name, scenarios] : coverage(record, covers)) {
    const RecordRow* row = record.find(name);
    if (row == nullptr) {
      faults.push_back(fmt::format("{} is on no record, and {} covers it", name, fmt::join(scenarios, ", ")));
    } else if (scenarios.empty() && name[0] == 'S') {
      faults.push_back(name + " is a system to reproduce and has no scenario");
    } else if (scenarios.empty() && row->no_scenario.empty()) {
      faults.push_back(name + " has neither a scenario nor a reason for none");
    } else if (!scenarios.empty() && !row->no_scenario.empty()) {
      faults.push_back(fmt::format("{} has a reason for no scenario, and {}", name, fmt::join(scenarios, ", ")));
    }
  }
  return faults;
}

/// Says whether a source is a row of which nobody knows whether Windows does as it says.
bool is_no_knowledge(const Record& record, const std::string& source) {
  const RecordRow* row = record.find(source);
  return row != nullptr && row->level == "U";
}

/// What is wrong with the evidence of a cell's expectation, "" when nothing is.
std::string fault_of_evidence(const Record& record, const Cell& cell) {
  const Lines& evidence = cell.expectation.evidence;
  if (evidence.empty()) {
    return cell.id() + " expects something without evidence";
  }
  if (std::all_of(evidence.begin(), evidence.end(),
                  [&record](const std::string& source) { return is_no_knowledge(record, source); })) {
    return fmt::format("{} expects what is not known of Windows: {}", cell.id(), fmt::join(evidence, ", "));
  }
  return {};
}

const std::vector<Cell>& cells_of_repository() {
  static const std::vector<Cell> all = [] {
    std::vector<Cell> cells;
    for (const std::filesystem::path& file : discover({}, ".")) {
      for (Cell& cell : load_cells(file, testing::library())) {
        cells.push_back(std::move(cell));
      }
    }
    return cells;
  }();
  return all;
}

Cell cell_covering(const Lines& covers, const Lines& evidence) {
  Cell cell;
  cell.scenario = "a/b";
  cell.covers = covers;
  cell.expectation.evidence = evidence;
  return cell;
}

}  // namespace

TEST_CASE("every row of the record has a scenario or says why there is none, and every row that is covered is known") {
  CHECK(faults_of_record(testing::library().record(), cells_of_repository()) == Lines{});
}

TEST_CASE("every expectation of every cell has evidence, and more than rows that nobody has seen on Windows") {
  for (const Cell& cell : cells_of_repository()) {
    CHECK(fault_of_evidence(testing::library().record(), cell) == "");
  }
}

TEST_CASE("a row with a scenario and a reason is a fault, as are one with neither, a system without, an unknown row") {
  const TemporaryFolder folder;
  folder.write("a.json", R"({"schema": 1, "title": "a", "rows": {
    "L1": {"fact": "f", "source": "s"}, "L2": {"fact": "f", "source": "s", "no_scenario": "n"},
    "L3": {"fact": "f", "source": "s"}, "L4": {"fact": "f", "source": "s", "no_scenario": "n"},
    "S1": {"fact": "f", "source": "s", "no_scenario": "n"}}})");
  CHECK(faults_of_record(Record::read(folder.path()), {cell_covering({"L1", "L4", "L5"}, {})}) ==
        Lines{"L3 has neither a scenario nor a reason for none", "L4 has a reason for no scenario, and a/b",
              "L5 is on no record, and a/b covers it", "S1 is a system to reproduce and has no scenario"});
}

TEST_CASE("a cell's evidence is at fault when it is none, or only rows that nobody has seen on Windows") {
  const TemporaryFolder folder;
  folder.write("a.json", R"({"schema": 1, "title": "a", "rows": {
    "L1": {"fact": "f", "level": "U", "source": "s"}, "L2": {"fact": "f", "level": "T/U", "source": "s"}}})");
  const Record record = Record::read(folder.path());
  CHECK(fault_of_evidence(record, cell_covering({}, {})) == "a/b expects something without evidence");
  CHECK(fault_of_evidence(record, cell_covering({}, {"L1"})) == "a/b expects what is not known of Windows: L1");
  CHECK(fault_of_evidence(record, cell_covering({}, {"L1", "L2"})) == "");
  CHECK(fault_of_evidence(record, cell_covering({}, {"L1", "someone/project#1"})) == "");
}

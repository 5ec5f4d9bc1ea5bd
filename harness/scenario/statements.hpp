// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "harness/scenario/cell.hpp"
#include "harness/scenario/expected.hpp"
#include "harness/scenario/layers.hpp"
#include "harness/scenario/module_checks.hpp"
#include "harness/scenario/record.hpp"
#include "harness/scenario/selector.hpp"

namespace dllrepro::scenario {

/// The statements of a scenario about its cells, `expect`, `known_gaps` and `skip`, and which cells each is about.
class Statements {
 public:
  /// Reads what is the same for all cells; reports what is wrong in any (keys, `when`, tables, evidence, rows).
  Statements(const Scenario& scenario, const Record& record, Diagnostics& diagnostics);

  /// Says whether a combination of the axes is a cell at all.
  [[nodiscard]] bool is_cell(const Combination& combination) const { return m_expected.is_cell(combination); }

  /// Puts expectation, gaps and skips into a cell whose tree is there; reports expectations that contradict each other,
  /// and paths that the cell's tree does not hold.
  void apply(const Layers& layers, const Combination& combination, Cell& cell);

  /// What checks modules of statements that stand elsewhere.
  [[nodiscard]] ModuleChecks& modules() { return m_modules; }

  /// After the last cell: reports cells that no expectation is about, statements that are about no cell, and modules
  /// that are said not to be resident and that no cell knows.
  void finish();

 private:
  void read(const char* key, const std::vector<std::string>& keys, std::vector<Selector>& selectors);
  void check_evidence(const JsonCursor& list) const;
  void check_gap(const JsonCursor& gap) const;
  void gaps(const std::vector<JsonCursor>& elements, const std::string& name, Cell& cell);
  void skips(const Layers& layers, const Combination& combination, Cell& cell);

  const Scenario& m_scenario;
  const Record& m_record;
  Diagnostics& m_diagnostics;
  JsonCursor m_root;
  ExpectedAnswers m_expected;
  std::vector<Selector> m_gaps;
  std::vector<Selector> m_skips;
  ModuleChecks m_modules;
};

}  // namespace dllrepro::scenario

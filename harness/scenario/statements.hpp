// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/scenario/cell.hpp"
#include "harness/scenario/layers.hpp"
#include "harness/scenario/record.hpp"
#include "harness/scenario/selector.hpp"

namespace dllrepro::scenario {

/// The statements of a scenario about its cells, `expect`, `known_gaps` and `skip`, and which cells each is about.
class Statements {
 public:
  /// Reads what is the same for all cells; reports what is wrong in any (keys, `when`, evidence, rows).
  Statements(const Scenario& scenario, const Record& record, Diagnostics& diagnostics);

  /// Puts expectation, gaps and skips into a cell whose tree is there; reports expectations that contradict each other,
  /// and paths that the cell's tree does not hold.
  void apply(const Layers& layers, const Combination& combination, Cell& cell);

  /// After the last cell: reports cells that no expectation is about, and modules that are said not to be resident and
  /// that no cell knows.
  void finish();

 private:
  void read(const char* key, const std::vector<std::string>& keys, std::vector<Selector>& selectors);
  void check_evidence(const JsonCursor& list) const;
  void check_gap(const JsonCursor& gap) const;
  void expect(const Layers& layers, const Combination& combination, Cell& cell);
  void gaps(const Layers& layers, const Combination& combination, Cell& cell);
  void skips(const Layers& layers, const Combination& combination, Cell& cell);
  void check_modules(const JsonCursor& statement, const Cell& cell);

  /// A module said not to be resident; a typing error there would pass unseen.
  struct Absentee {
    Location location;
    bool known = false;
    std::string nearest;
  };

  const Scenario& m_scenario;
  const Record& m_record;
  Diagnostics& m_diagnostics;
  JsonCursor m_root;
  std::vector<Selector> m_expectations;
  std::vector<Selector> m_gaps;
  std::vector<Selector> m_skips;
  std::vector<std::string> m_unexpected_cells;
  std::map<std::pair<std::string, std::string>, Absentee> m_absentees;  ///< by pointer and text
};

}  // namespace dllrepro::scenario

// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/scenario/cell.hpp"
#include "harness/scenario/layers.hpp"
#include "harness/scenario/module_checks.hpp"
#include "harness/scenario/selector.hpp"
#include "harness/scenario/table.hpp"

namespace dllrepro::scenario {

/// What a table says of one cell, with the cell's values put in.
struct TableStatement {
  std::vector<std::unique_ptr<const JsonDocument>> documents;  ///< that the objects below are in
  std::vector<JsonCursor> objects;                             ///< the named answer, and what the place adds to it
};

/// The entries of a scenario's `expect`: expectations with their `when`, and tables. Which combinations are cells rests
/// on them; the rule is told at Scenario.
class ExpectedAnswers {
 public:
  /// Reads what is the same for all cells. Reports entries that are none, tables that are not there or wrong.
  ExpectedAnswers(const Scenario& scenario, const JsonCursor& root, Diagnostics& diagnostics);

  [[nodiscard]] bool is_cell(const Combination& combination) const;

  /// Puts together what is expected of a cell whose tree is there. Reports what contradicts or does not fit. Returns
  /// what tables say of the cell, for the gaps in it.
  std::vector<TableStatement> apply(const Layers& layers, const Combination& combination, Cell& cell,
                                    ModuleChecks& modules);

  /// A statement about cells could not be understood, here or among skips: which cells are left without an expectation
  /// is not known, and not reported.
  void forgive() { m_forgiving = true; }

  /// After the last cell: reports cells that nothing is expected of, and answers and entries that no cell has.
  void finish();

  /// The objects that make up the entries and answers, as they are in the files, for checks of evidence and gaps.
  [[nodiscard]] std::vector<JsonCursor> written() const;

 private:
  struct Entry {
    JsonCursor place;
    Selector selector;
    bool states_outcome = false;
    std::unique_ptr<const ExpectationTable> table;  ///< none: the entry is an expectation
    std::vector<bool> used;                         ///< which of the table's answers are some cell's
    bool selects = false;                           ///< some cell
  };

  void read(const JsonCursor& element);
  void read_table(const JsonCursor& element, Entry& entry);
  TableStatement statement(const Entry& entry, const ExpectationTable::Answer& answer, const Layers& layers) const;
  void add(const JsonCursor& object, const JsonCursor& place, const std::vector<std::string>& evidence,
           const Combination& combination, Cell& cell);
  [[nodiscard]] std::string name_of_cell(const Combination& combination) const;

  const Scenario& m_scenario;
  Diagnostics& m_diagnostics;
  std::optional<JsonCursor> m_list;
  std::vector<Entry> m_entries;
  bool m_has_tables = false;
  bool m_faulty = false;     ///< a table is not there or wrong
  bool m_forgiving = false;  ///< forgive() was called
  std::vector<std::string> m_unexpected_cells;
  std::vector<std::string> m_not_fitting;  ///< keys of the cell at hand that have been told of
};

}  // namespace dllrepro::scenario

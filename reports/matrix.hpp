// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/run/journal.hpp"

namespace dllrepro::reports {

/// The cells of one scenario as a table: one axis across, the others down, each axis in the order of the scenario file.
///
///     host             torch/glob  torch/no-glob        row_axes = {host}, column_axis = loader
///     python-org       ok          FAIL
///     pymanager-alias  ok          ok
///
/// An axis of which only one value ran is said in the name, `scenario[host=venv]`, and has no column. Where that holds
/// for all of them the name is the cell's id, and the one row has no labels.
struct Matrix {
  std::string scenario;
  std::string name;  ///< the scenario's, with what all its cells have in common
  std::string title;
  std::vector<std::string> row_axes;
  std::string column_axis;           ///< "" when each cell has a row of its own
  std::vector<std::string> columns;  ///< values of column_axis; one empty text without it
  struct Row {
    std::vector<std::string> labels;
    std::vector<const run::CellResult*> cells;  ///< one per column, nullptr where no cell ran
  };
  std::vector<Row> rows;
};

/// One matrix per scenario, in the order of the cells. The last axis goes across when the table fits into so many
/// columns of text, otherwise no axis does.
std::vector<Matrix> matrices(const run::RunRecord& record, std::size_t width);

/// One word for a cell of the table: ok, FAIL, gap, UNEXPECTED, skip, BROKEN; - where no cell ran.
std::string_view word_for(const run::CellResult* cell);

/// Columns that a text takes on a terminal, one per UTF-8 character.
std::size_t display_width(std::string_view text);

}  // namespace dllrepro::reports

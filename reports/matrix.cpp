// SPDX-License-Identifier: MIT
#include "reports/matrix.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "reports/cell_text.hpp"

namespace dllrepro::reports {
namespace {

struct AxisValues {
  std::string name;
  std::vector<std::string> values;
};

std::string value_of(const run::CellResult& cell, const std::string& axis) {
  return cell.parameters.value(axis, "");
}

void add_once(std::vector<std::string>& values, const std::string& value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) {
    values.push_back(value);
  }
}

/// Puts an axis's values into the order that all cells agree with. Where cells are missing none of the other values has
/// all of them, and the order of appearance need not be the scenario's.
void sort_values(AxisValues& axis, const std::vector<const run::CellResult*>& cells) {
  std::map<std::string, std::string> latest;               // by the cell's other values
  std::map<std::string, std::set<std::string>> preceding;  // value -> those right before it
  for (const run::CellResult* cell : cells) {
    Json others = cell->parameters;
    others.erase(axis.name);
    const std::string value = value_of(*cell, axis.name);
    const auto [before, is_first] = latest.try_emplace(others.dump(), value);
    if (!is_first && before->second != value) {
      preceding[value].insert(std::exchange(before->second, value));
    }
  }
  std::vector<std::string> sorted;
  while (!axis.values.empty()) {
    const auto is_next = [&](const std::string& value) {
      const std::set<std::string>& wanted = preceding[value];
      return std::all_of(wanted.begin(), wanted.end(), [&](const std::string& other) {
        return std::find(sorted.begin(), sorted.end(), other) != sorted.end();
      });
    };
    auto next = std::find_if(axis.values.begin(), axis.values.end(), is_next);
    // A journal put together by hand may go round in a circle.
    next = next == axis.values.end() ? axis.values.begin() : next;
    sorted.push_back(std::move(*next));
    axis.values.erase(next);
  }
  axis.values = std::move(sorted);
}

/// The axes of the cells, with their values in the scenario's order.
std::vector<AxisValues> axes_of(const std::vector<const run::CellResult*>& cells) {
  std::vector<AxisValues> axes;
  for (const run::CellResult* cell : cells) {
    for (const auto& [name, value] : cell->parameters.items()) {
      auto axis = std::find_if(axes.begin(), axes.end(), [&](const AxisValues& known) { return known.name == name; });
      if (axis == axes.end()) {
        axis = axes.insert(axes.end(), {name, {}});
      }
      add_once(axis->values, value_of(*cell, name));
    }
  }
  for (AxisValues& axis : axes) {
    sort_values(axis, cells);
  }
  return axes;
}

/// Takes the axes that tell no cell from another away, and says them as a cell's id does: "[host=venv,loader=x]".
std::string take_common(std::vector<AxisValues>& axes) {
  std::string common;
  for (const AxisValues& axis : axes) {
    if (axis.values.size() == 1) {
      common += (common.empty() ? "[" : ",") + axis.name + "=" + axis.values.front();
    }
  }
  std::erase_if(axes, [](const AxisValues& axis) { return axis.values.size() == 1; });
  return common.empty() ? common : common + "]";
}

std::size_t widest(const std::vector<std::string>& values, const std::string& title) {
  std::size_t width = display_width(title);
  for (const std::string& value : values) {
    width = std::max(width, display_width(value));
  }
  return width;
}

/// Says whether the last axis fits across the page beside the others.
bool fits(const std::vector<AxisValues>& axes, const std::vector<const run::CellResult*>& cells, std::size_t width) {
  constexpr std::size_t k_indent = 2;
  constexpr std::size_t k_gap = 2;
  std::size_t longest_word = 1;
  for (const run::CellResult* cell : cells) {
    longest_word = std::max(longest_word, word_for(cell).size());
  }
  std::size_t needed = k_indent;
  for (const AxisValues& axis : axes) {
    if (&axis != &axes.back()) {
      needed += widest(axis.values, axis.name) + k_gap;
    }
  }
  for (const std::string& value : axes.back().values) {
    needed += std::max(display_width(value), longest_word) + k_gap;
  }
  return needed <= width;
}

Matrix matrix_of(const std::vector<const run::CellResult*>& cells, std::size_t width) {
  Matrix matrix;
  matrix.scenario = cells.front()->scenario;
  matrix.title = cells.front()->title;
  std::vector<AxisValues> axes = axes_of(cells);
  matrix.name = matrix.scenario + take_common(axes);
  matrix.columns = {""};
  if (axes.size() >= 2 && fits(axes, cells, width)) {
    matrix.column_axis = axes.back().name;
    matrix.columns = axes.back().values;
    axes.pop_back();
  }
  for (const AxisValues& axis : axes) {
    matrix.row_axes.push_back(axis.name);
  }
  for (const run::CellResult* cell : cells) {
    std::vector<std::string> labels;
    for (const AxisValues& axis : axes) {
      labels.push_back(value_of(*cell, axis.name));
    }
    auto row = std::find_if(matrix.rows.begin(), matrix.rows.end(),
                            [&](const Matrix::Row& known) { return known.labels == labels; });
    if (row == matrix.rows.end()) {
      row = matrix.rows.insert(
          matrix.rows.end(), {std::move(labels), std::vector<const run::CellResult*>(matrix.columns.size(), nullptr)});
    }
    const std::string column = matrix.column_axis.empty() ? "" : value_of(*cell, matrix.column_axis);
    const auto position = std::find(matrix.columns.begin(), matrix.columns.end(), column);
    row->cells[static_cast<std::size_t>(position - matrix.columns.begin())] = cell;
  }
  return matrix;
}

}  // namespace

std::vector<Matrix> matrices(const run::RunRecord& record, std::size_t width) {
  std::vector<std::vector<const run::CellResult*>> groups;
  std::map<std::string, std::size_t> group_of;
  for (const run::CellResult* cell : in_order(record)) {
    const auto [known, is_new] = group_of.try_emplace(cell->scenario, groups.size());
    if (is_new) {
      groups.emplace_back();
    }
    groups[known->second].push_back(cell);
  }
  std::vector<Matrix> result;
  result.reserve(groups.size());
  for (const auto& group : groups) {
    result.push_back(matrix_of(group, width));
  }
  return result;
}

std::string_view word_for(const run::CellResult* cell) {
  if (cell == nullptr) {
    return "-";
  }
  switch (cell->verdict) {
    case run::Verdict::Pass:
      return "ok";
    case run::Verdict::Fail:
      return "FAIL";
    case run::Verdict::KnownGap:
      return "gap";
    case run::Verdict::UnexpectedPass:
      return "UNEXPECTED";
    case run::Verdict::Skipped:
      return "skip";
    case run::Verdict::Broken:
      break;
  }
  return "BROKEN";
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace dllrepro::reports

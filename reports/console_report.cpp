// SPDX-License-Identifier: MIT
#include "reports/console_report.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "reports/cell_text.hpp"
#include "reports/matrix.hpp"
#include "reports/twins.hpp"

namespace dllrepro::reports {
namespace {

constexpr std::string_view k_red = "\x1b[31m";
constexpr std::string_view k_green = "\x1b[32m";
constexpr std::string_view k_yellow = "\x1b[33m";
constexpr std::string_view k_bold = "\x1b[1m";
constexpr std::string_view k_plain = "\x1b[0m";

/// Writes with or without escape sequences.
class Pen {
 public:
  Pen(std::ostream& out, bool colour) : m_out(out), m_colour(colour) {}

  [[nodiscard]] std::string in(std::string_view colour, std::string_view text) const {
    return m_colour ? fmt::format("{}{}{}", colour, text, k_plain) : std::string(text);
  }
  [[nodiscard]] std::string word(const run::CellResult* cell) const {
    const std::string_view word = word_for(cell);
    if (cell == nullptr || cell->verdict == run::Verdict::Skipped) {
      return std::string(word);
    }
    const bool fine = cell->verdict == run::Verdict::Pass;
    return in(fine ? k_green : cell->verdict == run::Verdict::KnownGap ? k_yellow : k_red, word);
  }
  template <class... Values>
  void print(fmt::format_string<Values...> format, Values&&... values) const {
    fmt::print(m_out, format, std::forward<Values>(values)...);
  }

 private:
  std::ostream& m_out;
  bool m_colour;
};

std::string padding(std::string_view text, std::size_t width) {
  const std::size_t length = display_width(text);
  return std::string(length < width ? width - length : 0, ' ');
}

std::string without_blanks_at_end(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

void print_matrix(const Pen& pen, const Matrix& matrix) {
  pen.print("{}  {}\n", pen.in(k_bold, matrix.name), matrix.title);
  std::vector<std::size_t> label_widths;
  for (std::size_t axis = 0; axis < matrix.row_axes.size(); ++axis) {
    std::size_t width = display_width(matrix.row_axes[axis]);
    for (const Matrix::Row& row : matrix.rows) {
      width = std::max(width, display_width(row.labels[axis]));
    }
    label_widths.push_back(width);
  }
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < matrix.columns.size(); ++column) {
    std::size_t width = display_width(matrix.columns[column]);
    for (const Matrix::Row& row : matrix.rows) {
      width = std::max(width, word_for(row.cells[column]).size());
    }
    widths.push_back(width);
  }
  if (!matrix.row_axes.empty()) {
    std::string head;
    for (std::size_t axis = 0; axis < matrix.row_axes.size(); ++axis) {
      head += fmt::format("  {}{}", matrix.row_axes[axis], padding(matrix.row_axes[axis], label_widths[axis]));
    }
    for (std::size_t column = 0; column < matrix.columns.size(); ++column) {
      head += fmt::format("  {}{}", matrix.columns[column], padding(matrix.columns[column], widths[column]));
    }
    pen.print("{}\n", without_blanks_at_end(head));
  }
  for (const Matrix::Row& row : matrix.rows) {
    std::string line;
    for (std::size_t axis = 0; axis < row.labels.size(); ++axis) {
      line += fmt::format("  {}{}", row.labels[axis], padding(row.labels[axis], label_widths[axis]));
    }
    for (std::size_t column = 0; column < row.cells.size(); ++column) {
      line += fmt::format("  {}{}", pen.word(row.cells[column]), padding(word_for(row.cells[column]), widths[column]));
    }
    pen.print("{}\n", without_blanks_at_end(line));
  }
  pen.print("\n");
}

void print_failure(const Pen& pen, const run::CellResult& cell) {
  constexpr std::size_t k_label_width = 10;
  pen.print("{} {}\n", pen.word(&cell), pen.in(k_bold, cell.id));
  for (const Statement& statement : explain(cell)) {
    std::string lines = statement.text;
    for (std::size_t at = lines.find('\n'); at != std::string::npos; at = lines.find('\n', at + 1)) {
      lines.insert(at + 1, std::string(k_label_width + 3, ' '));
    }
    pen.print("  {}{} {}\n", statement.label, padding(statement.label, k_label_width), lines);
  }
  pen.print("\n");
}

/// Cells of a verdict, by what they give as reason.
void print_reasons(const Pen& pen, const run::RunRecord& record, run::Verdict verdict, std::string_view title) {
  std::vector<std::pair<std::string, std::size_t>> reasons;
  for (const run::CellResult* cell : in_order(record)) {
    if (cell->verdict != verdict) {
      continue;
    }
    const auto known =
        std::find_if(reasons.begin(), reasons.end(), [&](const auto& entry) { return entry.first == cell->reason; });
    if (known == reasons.end()) {
      reasons.emplace_back(cell->reason, 1);
    } else {
      ++known->second;
    }
  }
  if (reasons.empty()) {
    return;
  }
  pen.print("{}\n", title);
  for (const auto& [reason, count] : reasons) {
    pen.print("  {:>3} x {}\n", count, reason);
  }
  pen.print("\n");
}

void print_twins_not_run(const Pen& pen, const run::RunRecord& record) {
  const std::vector<std::string> lines = twins_not_run(record);
  for (const std::string& line : lines) {
    pen.print("{}\n", line);
  }
  pen.print("{}", lines.empty() ? "" : "\n");
}

void print_kept_trees(const Pen& pen, const run::RunRecord& record) {
  const std::vector<const run::CellResult*> cells = other_kept_trees(record);
  if (cells.empty()) {
    return;
  }
  pen.print("kept trees\n");
  for (const run::CellResult* cell : cells) {
    pen.print("  {}  {}\n", cell->kept_tree, cell->id);
  }
  pen.print("\n");
}

}  // namespace

void write_console(const run::RunRecord& record, std::ostream& out, const ReportOptions& options) {
  const Pen pen(out, options.colour);
  for (const Matrix& matrix : matrices(record, options.width)) {
    print_matrix(pen, matrix);
  }
  for (const run::CellResult* cell : in_order(record)) {
    if (run::needs_attention(cell->verdict)) {
      print_failure(pen, *cell);
    }
  }
  print_reasons(pen, record, run::Verdict::KnownGap, "known gaps: Wine differs from Windows as declared");
  print_reasons(pen, record, run::Verdict::Skipped, "skipped");
  print_twins_not_run(pen, record);
  print_kept_trees(pen, record);
  pen.print("{}\n", summary(record));
}

}  // namespace dllrepro::reports

// SPDX-License-Identifier: MIT
#include "reports/markdown_report.hpp"

#include <fmt/format.h>

#include "reports/cell_text.hpp"
#include "reports/matrix.hpp"
#include "reports/twins.hpp"

namespace dllrepro::reports {
namespace {

/// Text that is as long as it is told to be and not longer; what came too late is counted.
class BoundedText {
 public:
  explicit BoundedText(std::size_t limit) : m_limit(limit) {}

  void add(const std::string& section) {
    if (m_left_out > 0 || m_text.size() + section.size() > m_limit) {
      ++m_left_out;
    } else {
      m_text += section;
    }
  }

  [[nodiscard]] std::string finish() && {
    if (m_left_out > 0) {
      m_text += fmt::format(
          "\n**{} more sections are left out:** a step summary takes 1 MiB. The JSON report has all.\n", m_left_out);
    }
    return std::move(m_text);
  }

 private:
  std::size_t m_limit;
  std::string m_text;
  std::size_t m_left_out = 0;
};

std::string sign_for(const run::CellResult* cell) {
  if (cell == nullptr) {
    return "–";
  }
  switch (cell->verdict) {
    case run::Verdict::Pass:
      return "✅";
    case run::Verdict::KnownGap:
      return "🟡 gap";
    case run::Verdict::Skipped:
      return "⏭️ skip";
    case run::Verdict::Fail:
      return "❌ **FAIL**";
    case run::Verdict::UnexpectedPass:
      return "❌ **UNEXPECTED**";
    case run::Verdict::Broken:
      break;
  }
  return "💥 **BROKEN**";
}

/// A fence longer than any run of backticks inside.
std::string fenced(const std::string& text) {
  std::string fence = "```";
  while (text.find(fence) != std::string::npos) {
    fence += '`';
  }
  return fmt::format("{}text\n{}{}\n", fence, text, fence);
}

std::string failure(const run::CellResult& cell) {
  std::string text;
  for (const Statement& statement : explain(cell)) {
    std::string lines = statement.text;
    for (std::size_t at = lines.find('\n'); at != std::string::npos; at = lines.find('\n', at + 1)) {
      lines.insert(at + 1, std::string(11, ' '));
    }
    text += fmt::format("{:<10} {}\n", statement.label, lines);
  }
  return fmt::format("### {}: {}\n\n{}\n\n{}\n", markdown_text(word_for(&cell)), markdown_text(cell.id),
                     markdown_text(cell.title), fenced(text));
}

std::string table(const Matrix& matrix) {
  std::string head = "|";
  std::string rule = "|";
  for (const std::string& axis : matrix.row_axes) {
    head += fmt::format(" {} |", markdown_text(axis));
    rule += " --- |";
  }
  for (const std::string& column : matrix.columns) {
    head += fmt::format(" {} |", column.empty() ? "verdict" : markdown_text(column));
    rule += " --- |";
  }
  std::string rows;
  for (const Matrix::Row& row : matrix.rows) {
    rows += "|";
    for (const std::string& label : row.labels) {
      rows += fmt::format(" {} |", markdown_text(label));
    }
    for (const run::CellResult* cell : row.cells) {
      rows += fmt::format(" {} |", sign_for(cell));
    }
    rows += "\n";
  }
  return fmt::format("### {}\n\n{}\n\n{}\n{}\n{}\n", markdown_text(matrix.name), markdown_text(matrix.title), head,
                     rule, rows);
}

std::string kept_trees(const run::RunRecord& record) {
  std::string lines;
  for (const run::CellResult* cell : other_kept_trees(record)) {
    lines += fmt::format("{}  {}\n", cell->kept_tree, cell->id);
  }
  return lines.empty() ? "" : fmt::format("### Kept trees\n\n{}\n", fenced(lines));
}

std::string shape(const run::RunRecord& record) {
  const std::string shard = record.facts.shard.empty() ? "" : fmt::format(", shard {}", record.facts.shard);
  return fmt::format("## dllrepro: {}\n\ndllrepro {}, {}, {} cells, {} at a time{}\n\n", markdown_text(summary(record)),
                     record.facts.program_version, markdown_text(record.facts.platform), record.facts.cells,
                     record.facts.jobs, shard);
}

}  // namespace

std::string markdown_text(std::string_view text) {
  constexpr std::string_view k_special = "\\`*_{}[]<>#|~";
  std::string result;
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      result += ' ';
    } else {
      result += k_special.find(c) == std::string_view::npos ? std::string(1, c) : std::string{'\\', c};
    }
  }
  return result;
}

void write_markdown(const run::RunRecord& record, std::ostream& out, const ReportOptions& /*options*/) {
  constexpr std::size_t k_room_for_the_note = 200;
  constexpr std::size_t k_any_width = 10000;  // a table in a browser scrolls
  BoundedText text(k_most_of_a_step_summary - k_room_for_the_note);
  text.add(shape(record));
  for (const run::CellResult* cell : in_order(record)) {
    if (run::needs_attention(cell->verdict)) {
      text.add(failure(*cell));
    }
  }
  for (const Matrix& matrix : matrices(record, k_any_width)) {
    text.add(table(matrix));
  }
  for (const std::string& line : twins_not_run(record)) {
    text.add(markdown_text(line) + "\n\n");
  }
  text.add(kept_trees(record));
  out << std::move(text).finish();
}

}  // namespace dllrepro::reports

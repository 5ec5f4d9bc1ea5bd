// SPDX-License-Identifier: MIT
#include "reports/html_report.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "harness/run/event_text.hpp"
#include "reports/cell_text.hpp"
#include "reports/matrix.hpp"
#include "reports/twins.hpp"
#include "reports/xml_text.hpp"

namespace dllrepro::reports {
namespace {

constexpr std::string_view k_head = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
)";

// Colour and word say the same, so that neither is needed.
constexpr std::string_view k_style = R"(<style>
:root { color-scheme: light dark; --edge: #8884; --pass: #2da44e44; --fail: #cf222e55; --gap: #d4a72c55; --skip: #8883; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { margin-top: 2.5rem; } h3 { font-size: 1.05rem; margin-bottom: 0.2rem; }
p { margin-top: 0; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--edge); padding: 0.2rem 0.7rem; text-align: left; vertical-align: top; }
tbody th, dt { font-weight: normal; }
.pass { background: var(--pass); }
.fail, .unexpected-pass, .broken { background: var(--fail); font-weight: bold; }
.known-gap { background: var(--gap); }
.skipped { background: var(--skip); }
.verdict { border-radius: 0.3rem; padding: 0.1rem 0.5rem; }
article { border: 1px solid var(--edge); border-radius: 0.5rem; margin: 1rem 0; padding: 0 1rem 0.5rem; }
dl { display: grid; gap: 0.2rem 1rem; grid-template-columns: max-content 1fr; }
dd { margin: 0; } dt { opacity: 0.7; }
pre, code { font: 13px/1.45 ui-monospace, monospace; margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
mark { background: var(--fail); color: inherit; }
td a { color: inherit; }
</style>
)";

/// "known gap" -> known-gap: the class of a verdict's colour.
std::string class_of(run::Verdict verdict) {
  std::string name(run::name_of(verdict));
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

/// The events around the first that differs, or the last ones; as many as a person reads.
std::string events_around(const run::CellResult& cell) {
  constexpr std::size_t k_before = 20;
  constexpr std::size_t k_after = 10;
  std::size_t marked = run::k_no_event;
  for (const run::Mismatch& mismatch : cell.mismatches) {
    marked = std::min(marked, mismatch.event);
  }
  const std::size_t middle = std::min(marked, cell.events.size() - 1);
  const std::size_t begin = middle > k_before ? middle - k_before : 0;
  const std::size_t end = std::min(cell.events.size(), middle + k_after + 1);
  std::string lines;
  for (std::size_t index = begin; index < end; ++index) {
    const std::string line = xml_text(fmt::format("#{} {}", index, run::text_of_event(cell.events[index])));
    lines += (index == marked ? "<mark>" + line + "</mark>" : line) + "\n";
  }
  return fmt::format("<details>\n<summary>events {} to {} of {}</summary>\n<pre>{}</pre>\n</details>\n", begin, end - 1,
                     cell.events.size(), lines);
}

void write_attention(std::ostream& out, const run::CellResult& cell) {
  fmt::print(out, "<article id=\"cell-{}\">\n<h3><span class=\"verdict {}\">{}</span> {}</h3>\n<p>{}</p>\n<dl>\n",
             cell.index, class_of(cell.verdict), word_for(&cell), xml_text(cell.id), xml_text(cell.title));
  for (const Statement& statement : explain(cell)) {
    fmt::print(out, "<dt>{}</dt><dd><pre>{}</pre></dd>\n", statement.label, xml_text(statement.text));
  }
  fmt::print(out, "</dl>\n{}</article>\n", cell.events.empty() ? "" : events_around(cell));
}

/// What a cell's place in the table says when the pointer rests on it.
std::string hint_of(const run::CellResult& cell) {
  const std::string time = fmt::format("{}, {} s", run::name_of(cell.verdict), seconds(cell.milliseconds));
  return cell.reason.empty() ? time : fmt::format("{}: {}", time, cell.reason);
}

void write_place(std::ostream& out, const run::CellResult* cell) {
  if (cell == nullptr) {
    fmt::print(out, "<td>{}</td>", word_for(cell));
  } else if (run::needs_attention(cell->verdict)) {
    fmt::print(out, "<td class=\"{}\" title=\"{}\"><a href=\"#cell-{}\">{}</a></td>", class_of(cell->verdict),
               xml_text(hint_of(*cell)), cell->index, word_for(cell));
  } else {
    fmt::print(out, "<td class=\"{}\" title=\"{}\">{}</td>", class_of(cell->verdict), xml_text(hint_of(*cell)),
               word_for(cell));
  }
}

void write_matrix(std::ostream& out, const Matrix& matrix) {
  fmt::print(out, "<h3>{}</h3>\n<p>{}</p>\n<table>\n", xml_text(matrix.name), xml_text(matrix.title));
  if (!matrix.row_axes.empty()) {
    fmt::print(out, "<thead><tr>");
    for (const std::string& axis : matrix.row_axes) {
      fmt::print(out, "<th scope=\"col\">{}</th>", xml_text(axis));
    }
    for (const std::string& column : matrix.columns) {
      fmt::print(out, "<th scope=\"col\">{}</th>", column.empty() ? "verdict" : xml_text(column));
    }
    fmt::print(out, "</tr></thead>\n");
  }
  fmt::print(out, "<tbody>\n");
  for (const Matrix::Row& row : matrix.rows) {
    fmt::print(out, "<tr>");
    for (const std::string& label : row.labels) {
      fmt::print(out, "<th scope=\"row\">{}</th>", xml_text(label));
    }
    for (const run::CellResult* cell : row.cells) {
      write_place(out, cell);
    }
    fmt::print(out, "</tr>\n");
  }
  fmt::print(out, "</tbody>\n</table>\n");
}

void write_kept_trees(std::ostream& out, const run::RunRecord& record) {
  const std::vector<const run::CellResult*> cells = other_kept_trees(record);
  if (cells.empty()) {
    return;
  }
  fmt::print(out, "<h2>Kept trees</h2>\n<dl>\n");
  for (const run::CellResult* cell : cells) {
    fmt::print(out, "<dt>{}</dt><dd><code>{}</code></dd>\n", xml_text(cell->id), xml_text(cell->kept_tree));
  }
  fmt::print(out, "</dl>\n");
}

}  // namespace

void write_html(const run::RunRecord& record, std::ostream& out, const ReportOptions& /*options*/) {
  constexpr std::size_t k_any_width = 10000;  // a table in a browser scrolls
  const std::string shard = record.facts.shard.empty() ? "" : fmt::format(", shard {}", record.facts.shard);
  fmt::print(out, "{}<title>dllrepro: {}</title>\n{}</head>\n<body>\n", k_head, xml_text(summary(record)), k_style);
  fmt::print(out, "<h1>{}</h1>\n<p>dllrepro {}, {}, {} cells, {} at a time{}, begun {}</p>\n",
             xml_text(summary(record)), xml_text(record.facts.program_version), xml_text(record.facts.platform),
             record.facts.cells, record.facts.jobs, xml_text(shard), xml_text(record.facts.started));
  bool any = false;
  for (const run::CellResult* cell : in_order(record)) {
    if (run::needs_attention(cell->verdict)) {
      fmt::print(out, "{}", any ? "" : "<h2>What needs attention</h2>\n");
      any = true;
      write_attention(out, *cell);
    }
  }
  fmt::print(out, "<h2>All cells</h2>\n");
  for (const Matrix& matrix : matrices(record, k_any_width)) {
    write_matrix(out, matrix);
  }
  for (const std::string& line : twins_not_run(record)) {
    fmt::print(out, "<p>{}</p>\n", xml_text(line));
  }
  write_kept_trees(out, record);
  fmt::print(out, "</body>\n</html>\n");
}

}  // namespace dllrepro::reports

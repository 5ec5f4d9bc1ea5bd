// SPDX-License-Identifier: MIT
#include "reports/annotations_report.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "reports/cell_text.hpp"

namespace dllrepro::reports {
namespace {

constexpr std::size_t k_most_ids = 10;

std::string escape(std::string_view text, bool property) {
  std::string result;
  for (const char c : text) {
    const bool special = c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','));
    result += special ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return result;
}

std::string message(const std::vector<const run::CellResult*>& cells) {
  std::string text;
  for (const Statement& statement : explain(*cells.front())) {
    text += fmt::format("{}: {}\n", statement.label, statement.text);
  }
  if (cells.size() > 1) {
    text += "also:\n";
    for (std::size_t index = 1; index < std::min(cells.size(), k_most_ids); ++index) {
      text += fmt::format("  {}\n", cells[index]->id);
    }
    if (cells.size() > k_most_ids) {
      text += fmt::format("  and {} more\n", cells.size() - k_most_ids);
    }
  }
  text.pop_back();
  return text;
}

}  // namespace

std::string command_text(std::string_view text) {
  return escape(text, false);
}
std::string command_property(std::string_view text) {
  return escape(text, true);
}

void write_annotations(const run::RunRecord& record, std::ostream& out, const ReportOptions& /*options*/) {
  std::vector<std::vector<const run::CellResult*>> groups;
  for (const run::CellResult* cell : in_order(record)) {
    if (!run::needs_attention(cell->verdict)) {
      continue;
    }
    const auto known = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
      const Location& location = group.front()->location;
      return location.file == cell->location.file && location.line == cell->location.line &&
             group.front()->verdict == cell->verdict;
    });
    if (known == groups.end()) {
      groups.push_back({cell});
    } else {
      known->push_back(cell);
    }
  }
  for (const auto& group : groups) {
    const run::CellResult& first = *group.front();
    const std::string title = group.size() == 1 ? fmt::format("{}: {}", run::name_of(first.verdict), first.id)
                                                : fmt::format("{}: {} cells of {}", run::name_of(first.verdict),
                                                              group.size(), first.scenario);
    fmt::print(out, "::error file={},line={},title={}::{}\n", command_property(first.location.file),
               std::max<std::size_t>(first.location.line, 1), command_property(title), command_text(message(group)));
  }
  if (record.ending != run::RunEnding::Complete) {
    fmt::print(out, "::error title={}::{}\n", command_property("dllrepro did not finish"),
               command_text(summary(record)));
  }
}

}  // namespace dllrepro::reports

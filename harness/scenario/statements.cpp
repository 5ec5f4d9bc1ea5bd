// SPDX-License-Identifier: MIT
#include "harness/scenario/statements.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/scenario/expectation_merge.hpp"
#include "harness/scenario/expectation_parse.hpp"
#include "harness/util/file_format.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::scenario {

namespace {

/// "S1.3", "W1", "L84": a text of this form means a row of the record.
bool looks_like_row(std::string_view text) {
  return text.size() >= 2 && text[0] >= 'A' && text[0] <= 'Z' &&
         text.find_first_not_of("0123456789.", 1) == std::string_view::npos;
}

/// "record L84", "record L84, L85": rows that nothing would look up.
bool is_told_of_record(std::string_view text) {
  constexpr std::string_view k_word = "record ";
  return text.starts_with(k_word) &&
         looks_like_row(text.substr(k_word.size(), text.find_first_of(" ,;", k_word.size()) - k_word.size()));
}

std::vector<std::string> rows_starting_with(const Record& record, char letter) {
  std::vector<std::string> names = record.names();
  std::erase_if(names, [letter](const std::string& name) { return name[0] != letter; });
  return names;
}

std::string name_of_cell(const Combination& combination, const std::vector<Axis>& axes) {
  const std::string text = describe(combination, axes);
  return text.empty() ? "the one cell" : text;
}

/// Of a gap that stands in a table's answer.
const std::vector<std::string> k_gap_keys{"row", "why", "observed"};

std::vector<JsonCursor> elements_of(const std::optional<JsonCursor>& list) {
  return list && list->json().is_array() ? list->elements() : std::vector<JsonCursor>{};
}

}  // namespace

Statements::Statements(const Scenario& scenario, const Record& record, Diagnostics& diagnostics)
    : m_scenario(scenario),
      m_record(record),
      m_diagnostics(diagnostics),
      m_root(*scenario.document, diagnostics),
      m_expected(scenario, m_root, diagnostics) {
  for (const JsonCursor& object : m_expected.written()) {
    if (const auto evidence = object.find("evidence")) {
      check_evidence(*evidence);
    }
    if (const auto in_table = object.find("known_gaps")) {
      for (const JsonCursor& gap : in_table->elements()) {
        gap.expect_object(k_gap_keys);
        check_gap(gap);
      }
    }
  }
  read("known_gaps", {"row", "when", "why", "observed"}, m_gaps);
  read("skip", {"when", "why", "platform"}, m_skips);
  if (std::any_of(m_skips.begin(), m_skips.end(), [](const Selector& skip) { return skip.faulty(); })) {
    m_expected.forgive();
  }
  if (const auto evidence = m_root.find("evidence")) {
    check_evidence(*evidence);
  }
  if (const auto covers = m_root.find("covers")) {
    for (const JsonCursor& row : covers->one_or_many()) {
      if (row.json().is_string() && m_record.find(row.json().get<std::string>()) == nullptr) {
        const auto name = row.json().get<std::string>();
        row.report(fmt::format("the record has no row \"{}\"{}", name, did_you_mean(name, m_record.names())));
      }
    }
  }
}

void Statements::read(const char* key, const std::vector<std::string>& keys, std::vector<Selector>& selectors) {
  const auto list = m_root.find(key);
  if (!list) {
    return;
  }
  for (const JsonCursor& element : list->elements()) {
    element.expect_object(keys);
    selectors.emplace_back(element, m_scenario.axes);
    const std::string_view kind(key);
    if (!element.json().is_object()) {
      continue;
    }
    if (kind == "known_gaps") {
      check_gap(element);
      continue;
    }
    require_stated(element, "why");
    if (const auto platform = element.find("platform")) {
      (void)platform->one_of({"wine", "windows"});
    }
  }
}

void Statements::check_evidence(const JsonCursor& list) const {
  for (const JsonCursor& element : list.one_or_many()) {
    const std::string text = element.json().is_string() ? element.json().get<std::string>() : "";
    if (looks_like_row(text) && m_record.find(text) == nullptr) {
      element.report(fmt::format("the record has no row \"{}\"{}", text, did_you_mean(text, m_record.names())));
    } else if (is_told_of_record(text)) {
      element.report(
          fmt::format("expected a row of the record by its name alone, such as \"L84\", found \"{}\"", text));
    }
  }
}

void Statements::check_gap(const JsonCursor& gap) const {
  require_stated(gap, "why");
  const auto row = gap.require("row");
  const auto name = row ? row->text() : std::nullopt;
  if (name && ((*name)[0] != 'W' || m_record.find(*name) == nullptr)) {
    const auto known = rows_starting_with(m_record, 'W');
    row->report(fmt::format("\"{}\" is no row on which Wine differs; there are: {}", *name, fmt::join(known, ", ")));
  }
  const auto observed = gap.require("observed");
  if (observed && observed->expect_object(expectation_keys()) && observed->json().empty()) {
    observed->report("states nothing of what Wine does");
  }
}

void Statements::apply(const Layers& layers, const Combination& combination, Cell& cell) {
  skips(layers, combination, cell);
  const std::vector<TableStatement> tables = m_expected.apply(layers, combination, cell, m_modules);
  std::vector<JsonCursor> selected;
  const std::vector<JsonCursor> elements = elements_of(layers.root().find("known_gaps"));
  for (std::size_t at = 0; at < elements.size(); ++at) {
    if (m_gaps[at].matches(combination)) {
      selected.push_back(elements[at]);
    }
  }
  for (const TableStatement& table : tables) {
    for (const JsonCursor& object : table.objects) {
      for (const JsonCursor& gap : elements_of(object.find("known_gaps"))) {
        selected.push_back(gap);
      }
    }
  }
  gaps(selected, name_of_cell(combination, m_scenario.axes), cell);
}

void Statements::gaps(const std::vector<JsonCursor>& elements, const std::string& name, Cell& cell) {
  Expectation all_observed;
  for (const JsonCursor& element : elements) {
    const auto observed = element.find("observed");
    if (!observed) {
      continue;
    }
    KnownGap gap{element.text_or("row", ""), element.text_or("why", ""), parse_expectation(*observed),
                 element.location()};
    m_modules.check(*observed, cell);
    for (const Contradiction& fault : merge(all_observed, gap.observed)) {
      observed->report(fmt::format("contradicts another gap of {}: \"{}\" {}", name, fault.key, fault.message));
    }
    Expectation both = cell.expectation;
    if (!observed->json().empty() && merge(both, gap.observed).empty() && to_json(both) == to_json(cell.expectation)) {
      observed->report(fmt::format("states what is expected of {} anyway, so that there is no gap", name));
    }
    cell.known_gaps.push_back(std::move(gap));
  }
}

void Statements::skips(const Layers& layers, const Combination& combination, Cell& cell) {
  const std::vector<JsonCursor> elements = elements_of(layers.root().find("skip"));
  for (std::size_t at = 0; at < elements.size(); ++at) {
    if (m_skips[at].matches(combination)) {
      cell.skips.push_back({elements[at].text_or("why", ""), elements[at].text_or("platform", "")});
    }
  }
}

void Statements::finish() {
  m_expected.finish();
  m_modules.finish(m_diagnostics);
}

}  // namespace dllrepro::scenario

// SPDX-License-Identifier: MIT
#include "harness/scenario/statements.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/scenario/expectation_merge.hpp"
#include "harness/scenario/expectation_parse.hpp"
#include "harness/scenario/format.hpp"
#include "harness/scenario/known_modules.hpp"
#include "harness/scenario/paths.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::scenario {

namespace {

/// "S1.3", "W1", "L84": a text of this form means a row of the record.
bool looks_like_row(const std::string& text) {
  return text.size() >= 2 && std::string_view("SWL").find(text[0]) != std::string_view::npos &&
         text.find_first_not_of("0123456789.", 1) == std::string::npos;
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

}  // namespace

Statements::Statements(const Scenario& scenario, const Record& record, Diagnostics& diagnostics)
    : m_scenario(scenario), m_record(record), m_diagnostics(diagnostics), m_root(*scenario.document, diagnostics) {
  std::vector<std::string> keys = expectation_keys();
  keys.insert(keys.begin(), "when");
  if (const auto expect = m_root.require("expect"); expect && expect->json().is_array() && expect->json().empty()) {
    expect->report("expect at least one thing");
  }
  read("expect", keys, m_expectations);
  read("known_gaps", {"row", "when", "why", "observed"}, m_gaps);
  read("skip", {"when", "why", "platform"}, m_skips);
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
    } else if (kind == "skip") {
      require_stated(element, "why");
      if (const auto platform = element.find("platform")) {
        (void)platform->one_of({"wine", "windows"});
      }
    } else if (const auto evidence = element.find("evidence")) {
      check_evidence(*evidence);
    } else if (m_scenario.evidence.empty() && !m_root.find("evidence")) {
      element.report("an expectation needs evidence, of its own or of the scenario");
    }
  }
}

void Statements::check_evidence(const JsonCursor& list) const {
  for (const JsonCursor& element : list.one_or_many()) {
    const std::string text = element.json().is_string() ? element.json().get<std::string>() : "";
    if (looks_like_row(text) && m_record.find(text) == nullptr) {
      element.report(fmt::format("the record has no row \"{}\"{}", text, did_you_mean(text, m_record.names())));
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
  expect(layers, combination, cell);
  gaps(layers, combination, cell);
}

void Statements::expect(const Layers& layers, const Combination& combination, Cell& cell) {
  std::optional<JsonCursor> first;
  bool mentions_outcome = false;
  std::vector<std::string> told;
  const auto list = layers.root().find("expect");
  const auto elements = list && list->json().is_array() ? list->elements() : std::vector<JsonCursor>{};
  for (std::size_t at = 0; at < elements.size(); ++at) {
    if (!m_expectations[at].matches(combination)) {
      continue;
    }
    mentions_outcome = mentions_outcome || elements[at].find("outcome");
    Expectation expectation = parse_expectation(elements[at]);
    for (std::string& key : keys_not_fitting(expectation)) {
      told.push_back(std::move(key));
    }
    if (expectation.evidence.empty()) {
      expectation.evidence = m_scenario.evidence;
    }
    check_modules(elements[at], cell);
    for (const Contradiction& fault : merge(cell.expectation, expectation)) {
      const auto member = elements[at].find(fault.key.substr(0, fault.key.find('/')));
      member.value_or(elements[at])
          .report(fmt::format("contradicts an earlier expectation of {}: \"{}\" {}",
                              name_of_cell(combination, m_scenario.axes), fault.key, fault.message));
    }
    first = first ? first : elements[at];
  }
  const bool skipped =
      std::any_of(cell.skips.begin(), cell.skips.end(), [](const Skip& skip) { return skip.platform.empty(); });
  if (!first) {
    if (!skipped) {
      m_unexpected_cells.push_back(name_of_cell(combination, m_scenario.axes));
    }
    return;
  }
  // A word that was refused has been told already.
  if (!cell.expectation.outcome && !mentions_outcome) {
    first->report(fmt::format("no \"outcome\" is expected of {}", name_of_cell(combination, m_scenario.axes)));
  }
  for (const std::string& key : keys_not_fitting(cell.expectation)) {
    if (std::find(told.begin(), told.end(), key) != told.end()) {
      continue;
    }
    first->report(fmt::format("for {} the outcome \"{}\" and \"{}\" are expected, which do not go together",
                              name_of_cell(combination, m_scenario.axes), *cell.expectation.outcome, key));
  }
}

void Statements::gaps(const Layers& layers, const Combination& combination, Cell& cell) {
  const auto list = layers.root().find("known_gaps");
  const auto elements = list && list->json().is_array() ? list->elements() : std::vector<JsonCursor>{};
  Expectation all_observed;
  for (std::size_t at = 0; at < elements.size(); ++at) {
    if (!m_gaps[at].matches(combination)) {
      continue;
    }
    const auto observed = elements[at].find("observed");
    if (!observed) {
      continue;
    }
    KnownGap gap{elements[at].text_or("row", ""), elements[at].text_or("why", ""), parse_expectation(*observed),
                 elements[at].location()};
    check_modules(*observed, cell);
    for (const Contradiction& fault : merge(all_observed, gap.observed)) {
      observed->report(fmt::format("contradicts another gap of {}: \"{}\" {}",
                                   name_of_cell(combination, m_scenario.axes), fault.key, fault.message));
    }
    Expectation both = cell.expectation;
    if (!observed->json().empty() && merge(both, gap.observed).empty() && to_json(both) == to_json(cell.expectation)) {
      observed->report(fmt::format("states what is expected of {} anyway, so that there is no gap",
                                   name_of_cell(combination, m_scenario.axes)));
    }
    cell.known_gaps.push_back(std::move(gap));
  }
}

void Statements::skips(const Layers& layers, const Combination& combination, Cell& cell) {
  const auto list = layers.root().find("skip");
  const auto elements = list && list->json().is_array() ? list->elements() : std::vector<JsonCursor>{};
  for (std::size_t at = 0; at < elements.size(); ++at) {
    if (m_skips[at].matches(combination)) {
      cell.skips.push_back({elements[at].text_or("why", ""), elements[at].text_or("platform", "")});
    }
  }
}

void Statements::check_modules(const JsonCursor& statement, const Cell& cell) {
  if (cell.tree.files.empty()) {
    return;
  }
  for (const char* key : {"resident", "load_order"}) {
    const auto list = statement.find(key);
    for (const JsonCursor& element : list ? list->one_or_many() : std::vector<JsonCursor>{}) {
      if (!element.json().is_string() || is_system_path(element.json().get<std::string>())) {
        continue;
      }
      const auto path = module_path(element, true);
      if (path && !holds(cell, *path)) {
        element.report(fmt::format("the tree of this cell holds no \"{}\"{}", *path,
                                   did_you_mean(*path, names_like(*path, cell))));
      }
    }
  }
  const auto list = statement.find("not_resident");
  for (const JsonCursor& element : list ? list->one_or_many() : std::vector<JsonCursor>{}) {
    const auto path = element.json().is_string() ? module_path(element, true) : std::nullopt;
    if (!path || is_system_path(*path)) {
      continue;
    }
    Absentee& absentee = m_absentees[{element.pointer(), *path}];
    absentee.location = element.location();
    absentee.known = absentee.known || has_to_do_with(cell, *path);
    if (!absentee.known) {
      absentee.nearest = did_you_mean(*path, names_like(*path, cell));
    }
  }
}

void Statements::finish() {
  if (const auto expect = m_root.find("expect"); expect && !m_unexpected_cells.empty()) {
    const std::size_t shown = std::min<std::size_t>(m_unexpected_cells.size(), 5);
    const std::vector<std::string> some(m_unexpected_cells.begin(),
                                        m_unexpected_cells.begin() + static_cast<std::ptrdiff_t>(shown));
    expect->report(fmt::format("nothing is expected of {}{}", fmt::join(some, " and "),
                               shown == m_unexpected_cells.size()
                                   ? ""
                                   : fmt::format(" and {} more cells", m_unexpected_cells.size() - shown)));
  }
  for (const auto& [key, absentee] : m_absentees) {
    if (!absentee.known) {
      m_diagnostics.push_back({absentee.location, fmt::format("no cell of this scenario has to do with \"{}\"{}",
                                                              key.second, absentee.nearest)});
    }
  }
}

}  // namespace dllrepro::scenario

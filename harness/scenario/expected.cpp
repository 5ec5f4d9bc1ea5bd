// SPDX-License-Identifier: MIT
#include "harness/scenario/expected.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/scenario/expectation_merge.hpp"
#include "harness/scenario/expectation_parse.hpp"

namespace dllrepro::scenario {

ExpectedAnswers::ExpectedAnswers(const Scenario& scenario, const JsonCursor& root, Diagnostics& diagnostics)
    : m_scenario(scenario), m_diagnostics(diagnostics), m_list(root.require("expect")) {
  if (m_list && m_list->json().is_array() && m_list->json().empty()) {
    m_list->report("expect at least one thing");
  }
  for (const JsonCursor& element : m_list ? m_list->elements() : std::vector<JsonCursor>{}) {
    read(element);
  }
}

void ExpectedAnswers::read(const JsonCursor& element) {
  const bool is_table = element.json().is_object() && element.json().contains("table");
  std::vector<std::string> keys{"when", "table"};
  if (!is_table) {
    keys.insert(keys.end(), expectation_keys().begin(), expectation_keys().end());
  }
  element.expect_object(keys);
  Entry entry{element, Selector(element, m_scenario.axes), false, nullptr, {}, false};
  if (is_table) {
    read_table(element, entry);
  } else if (element.json().is_object()) {
    entry.states_outcome = element.json().contains("outcome");
    if (!element.find("evidence") && m_scenario.evidence.empty() &&
        !JsonCursor(*m_scenario.document, m_diagnostics).find("evidence")) {
      element.report("an expectation needs evidence, of its own or of the scenario");
    }
  }
  m_forgiving = m_forgiving || entry.selector.faulty();
  m_entries.push_back(std::move(entry));
}

void ExpectedAnswers::read_table(const JsonCursor& element, Entry& entry) {
  m_has_tables = true;
  const std::size_t before = m_diagnostics.size();
  const auto document = m_scenario.beside->read(*element.find("table"), {k_table_ending}, m_diagnostics);
  if (document) {
    entry.table = std::make_unique<const ExpectationTable>(document, m_scenario.axes, m_diagnostics);
    entry.used.assign(entry.table->answers().size(), false);
  }
  m_faulty = m_faulty || !document || m_diagnostics.size() != before;
}

std::vector<JsonCursor> ExpectedAnswers::written() const {
  std::vector<JsonCursor> objects;
  for (const Entry& entry : m_entries) {
    if (!entry.table) {
      objects.push_back(entry.place);
      continue;
    }
    const JsonCursor root(entry.table->document(), m_diagnostics);
    objects.push_back(root);
    const auto answers = root.find("answers");
    if (answers && answers->json().is_object()) {
      for (const auto& [name, answer] : answers->members()) {
        objects.push_back(answer);
      }
    }
    for (const ExpectationTable::Answer& answer : entry.table->answers()) {
      if (answer.adds) {
        objects.push_back(*root.descend(answer.pointer));
      }
    }
  }
  return objects;
}

bool ExpectedAnswers::is_cell(const Combination& combination) const {
  return !m_has_tables || std::any_of(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
    const auto* answer = entry.table ? entry.table->find(combination) : nullptr;
    return (answer == nullptr ? entry.states_outcome : answer->states_outcome) && entry.selector.matches(combination);
  });
}

TableStatement ExpectedAnswers::statement(const Entry& entry, const ExpectationTable::Answer& answer,
                                          const Layers& layers) const {
  TableStatement statement;
  std::vector<std::string> pointers;
  if (answer.named) {
    pointers.push_back("/answers/" + escape_pointer_token(*answer.named));
  }
  if (answer.adds) {
    pointers.push_back(answer.pointer);
  }
  for (const std::string& pointer : pointers) {
    statement.documents.push_back(
        std::make_unique<const JsonDocument>(substitute_at(entry.table->document(), pointer, layers.substitutions())));
    statement.objects.push_back(*JsonCursor(*statement.documents.back(), m_diagnostics).descend(pointer));
  }
  return statement;
}

std::vector<TableStatement> ExpectedAnswers::apply(const Layers& layers, const Combination& combination, Cell& cell,
                                                   ModuleChecks& modules) {
  std::vector<TableStatement> statements;
  std::optional<JsonCursor> first;
  bool mentions_outcome = false;
  m_not_fitting.clear();
  const auto list = layers.root().find("expect");
  const auto elements = list && list->json().is_array() ? list->elements() : std::vector<JsonCursor>{};
  for (std::size_t at = 0; at < m_entries.size(); ++at) {
    Entry& entry = m_entries[at];
    const auto* answer = entry.table ? entry.table->find(combination) : nullptr;
    if (!entry.selector.matches(combination) || (answer == nullptr && entry.place.find("table"))) {
      continue;
    }
    entry.selects = true;
    std::vector<JsonCursor> objects;
    JsonCursor place = elements[at];
    if (answer == nullptr) {
      objects.push_back(elements[at]);
    } else {
      entry.used[answer->index] = true;
      statements.push_back(statement(entry, *answer, layers));
      objects = statements.back().objects;
      place = *JsonCursor(entry.table->document(), m_diagnostics).descend(answer->pointer);
    }
    const bool own_evidence = std::any_of(objects.begin(), objects.end(),
                                          [](const JsonCursor& object) { return object.find("evidence").has_value(); });
    const auto& other_evidence = entry.table ? entry.table->evidence() : m_scenario.evidence;
    for (const JsonCursor& object : objects) {
      mentions_outcome = mentions_outcome || object.find("outcome");
      add(object, place, own_evidence ? std::vector<std::string>{} : other_evidence, combination, cell);
      modules.check(object, cell);
    }
    first = first ? first : place;
  }
  const bool skipped =
      std::any_of(cell.skips.begin(), cell.skips.end(), [](const Skip& skip) { return skip.platform.empty(); });
  if (!first && !skipped) {
    m_unexpected_cells.push_back(name_of_cell(combination));
  }
  if (!first) {
    return statements;
  }
  // A word that was refused has been told already.
  if (!cell.expectation.outcome && !mentions_outcome && !m_forgiving) {
    first->report(fmt::format("no \"outcome\" is expected of {}", name_of_cell(combination)));
  }
  for (const std::string& key : keys_not_fitting(cell.expectation)) {
    if (std::find(m_not_fitting.begin(), m_not_fitting.end(), key) == m_not_fitting.end()) {
      first->report(fmt::format("for {} the outcome \"{}\" and \"{}\" are expected, which do not go together",
                                name_of_cell(combination), *cell.expectation.outcome, key));
    }
  }
  return statements;
}

void ExpectedAnswers::add(const JsonCursor& object, const JsonCursor& place, const std::vector<std::string>& evidence,
                          const Combination& combination, Cell& cell) {
  Expectation expectation = parse_expectation(object);
  // A failure is told at the table's line, not at that of an answer which many cells share.
  expectation.location = place.location();
  for (std::string& key : keys_not_fitting(expectation)) {
    m_not_fitting.push_back(std::move(key));
  }
  if (expectation.evidence.empty()) {
    expectation.evidence = evidence;
  }
  for (const Contradiction& fault : merge(cell.expectation, expectation)) {
    const auto member = place.find(fault.key.substr(0, fault.key.find('/')));
    member.value_or(place).report(fmt::format("contradicts an earlier expectation of {}: \"{}\" {}",
                                              name_of_cell(combination), fault.key, fault.message));
  }
}

std::string ExpectedAnswers::name_of_cell(const Combination& combination) const {
  const std::string text = describe(combination, m_scenario.axes);
  return text.empty() ? "the one cell" : text;
}

void ExpectedAnswers::finish() {
  if (m_list && !m_unexpected_cells.empty() && !m_forgiving) {
    const std::size_t shown = std::min<std::size_t>(m_unexpected_cells.size(), 5);
    const std::vector<std::string> some(m_unexpected_cells.begin(),
                                        m_unexpected_cells.begin() + static_cast<std::ptrdiff_t>(shown));
    m_list->report(fmt::format("nothing is expected of {}{}", fmt::join(some, " and "),
                               shown == m_unexpected_cells.size()
                                   ? ""
                                   : fmt::format(" and {} more cells", m_unexpected_cells.size() - shown)));
  }
  // Without a table that could be read, or with parts of one, entries may well be about cells that are not there.
  if (m_faulty) {
    return;
  }
  for (const Entry& entry : m_entries) {
    if (entry.table) {
      const JsonCursor root(entry.table->document(), m_diagnostics);
      for (const ExpectationTable::Answer& answer : entry.table->answers()) {
        if (answer.placed && !entry.used[answer.index]) {
          root.descend(answer.pointer)->report("this is said of no cell: nothing states an outcome for it");
        }
      }
    } else if (m_has_tables && !entry.selects && !entry.selector.faulty()) {
      entry.place.report("this is said of no cell: no table holds what it selects");
    }
  }
}

}  // namespace dllrepro::scenario

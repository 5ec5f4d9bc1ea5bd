// SPDX-License-Identifier: MIT
#include "harness/scenario/table.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "harness/scenario/axis_words.hpp"
#include "harness/scenario/table_format.hpp"
#include "harness/util/file_format.hpp"

namespace dllrepro::scenario {

namespace {

const std::string k_rest = "*";

/// The positions of the values that a key names; those of `*` are not its own to say.
std::vector<std::size_t> values_of_key(const JsonCursor& place, const std::string& key, const Axis& axis) {
  std::vector<bool> all(axis.values.size(), false);
  for (const std::string& text : split_key(key)) {
    const std::vector<bool> meant = values_meant(place, axis, text);
    std::transform(all.begin(), all.end(), meant.begin(), all.begin(), std::logical_or<>());
  }
  std::vector<std::size_t> values;
  for (std::size_t at = 0; at < all.size(); ++at) {
    if (all[at]) {
      values.push_back(at);
    }
  }
  return values;
}

}  // namespace

ExpectationTable::ExpectationTable(std::shared_ptr<const JsonDocument> document, const std::vector<Axis>& axes,
                                   Diagnostics& diagnostics)
    : m_document(std::move(document)) {
  const JsonCursor root(*m_document, diagnostics);
  if (!root.expect_object(table_keys())) {
    return;
  }
  check_schema(root);
  require_stated(root, "title");
  if (const auto evidence = root.require("evidence")) {
    m_evidence = evidence->texts();
    if (m_evidence.empty()) {
      evidence->report("name at least one public source");
    }
  }
  read_axes(root, axes);
  read_answers(root);
  const auto cells = root.require("cells");
  if (!cells || m_axes.empty()) {
    return;
  }
  std::size_t count = 1;
  for (const std::size_t axis : m_axes) {
    m_sizes.push_back(axes[axis].values.size());
    count *= m_sizes.back();
  }
  m_places.resize(count);
  std::vector<Values> values;
  read_level(*cells, axes, values);
  report_unused(root);
}

void ExpectationTable::read_axes(const JsonCursor& root, const std::vector<Axis>& axes) {
  const std::vector<std::string> known = axis_names(axes);
  if (const auto rows = root.require("rows"); rows && rows->json().is_array() && rows->json().empty()) {
    rows->report("name at least one axis");
  }
  if (const auto columns = root.find("columns"); columns && columns->json().is_array()) {
    columns->report("expected the name of one axis; several go into \"rows\"");
  }
  for (const auto& [name, place] : table_levels(root)) {
    const auto found = std::find(known.begin(), known.end(), name);
    const auto position = static_cast<std::size_t>(found - known.begin());
    if (found == known.end()) {
      place.report(fmt::format("there is no axis \"{}\"{}", name,
                               known.empty() ? "; the scenario has none" : nearest_or_all(name, known)));
    } else if (std::find(m_axes.begin(), m_axes.end(), position) != m_axes.end()) {
      place.report(fmt::format("the axis \"{}\" is named twice", name));
    } else {
      m_axes.push_back(position);
      continue;
    }
    return m_axes.clear();
  }
}

void ExpectationTable::read_answers(const JsonCursor& root) {
  const auto answers = root.find("answers");
  for (const auto& [name, answer] : answers ? answers->members() : std::vector<std::pair<std::string, JsonCursor>>{}) {
    m_names.push_back(name);
    if (answer.expect_object(answer_keys()) && answer.json().empty()) {
      answer.report("this answer states nothing");
    }
  }
  m_used.assign(m_names.size(), false);
}

void ExpectationTable::read_level(const JsonCursor& cells, const std::vector<Axis>& axes, std::vector<Values>& above) {
  const std::size_t level = above.size();
  if (level == m_axes.size()) {
    return read_answer(cells, above);
  }
  const Axis& axis = axes[m_axes[level]];
  if (!cells.json().is_object()) {
    return cells.report(fmt::format("expected an object with values of the axis \"{}\" as keys", axis.name));
  }
  std::vector<std::string> owner(axis.values.size());
  std::optional<JsonCursor> rest;
  for (const auto& [key, below] : cells.members()) {
    if (key == k_rest) {
      rest = below;
      continue;
    }
    Values values = values_of_key(below, key, axis);
    for (const std::size_t value : values) {
      if (!owner[value].empty()) {
        below.report(owner[value] == axis.values[value].name
                         ? fmt::format("\"{}\" has a key of its own already", axis.values[value].name)
                         : fmt::format("\"{}\" is named by \"{}\" already", axis.values[value].name, owner[value]));
      }
    }
    std::erase_if(values, [&owner](std::size_t value) { return !owner[value].empty(); });
    for (const std::size_t value : values) {
      owner[value] = key;
    }
    above.push_back(std::move(values));
    read_level(below, axes, above);
    above.pop_back();
  }
  if (!rest) {
    return;
  }
  Values others;
  for (std::size_t value = 0; value < owner.size(); ++value) {
    if (owner[value].empty()) {
      others.push_back(value);
    }
  }
  if (others.empty()) {
    rest->report(fmt::format("every value of the axis \"{}\" has a key, so that * means none", axis.name));
  }
  above.push_back(std::move(others));
  read_level(*rest, axes, above);
  above.pop_back();
}

void ExpectationTable::read_answer(const JsonCursor& answer, const std::vector<Values>& values) {
  if (answer.json().is_null()) {
    return;
  }
  Answer read{answer.pointer(), std::nullopt, answer.json().is_object(), false, false, m_answers.size()};
  std::optional<JsonCursor> name = answer;
  if (read.adds) {
    answer.expect_object(cell_answer_keys());
    name = answer.find("answer");
    read.states_outcome = answer.json().contains("outcome");
    if (answer.json().empty()) {
      answer.report("this answer states nothing");
    }
  } else if (!answer.json().is_string()) {
    return answer.report("expected the name of an answer, an object like one, or null where nothing is known");
  }
  if (const auto text = name ? name->text() : std::nullopt) {
    const auto found = std::find(m_names.begin(), m_names.end(), *text);
    if (found == m_names.end()) {
      name->report(fmt::format("there is no answer \"{}\"{}", *text,
                               m_names.empty() ? "; the table has none" : nearest_or_all(*text, m_names)));
      return;
    }
    m_used[static_cast<std::size_t>(found - m_names.begin())] = true;
    const Json& named = m_document->root()["answers"][*text];
    read.states_outcome = read.states_outcome || (named.is_object() && named.contains("outcome"));
    read.named = text;
  }
  m_answers.push_back(std::move(read));
  place(values, 0, 0);
}

void ExpectationTable::place(const std::vector<Values>& values, std::size_t level, std::size_t position) {
  if (level == values.size()) {
    m_places[position] = m_answers.size() - 1;
    m_answers.back().placed = true;
    return;
  }
  for (const std::size_t value : values[level]) {
    place(values, level + 1, position * m_sizes[level] + value);
  }
}

void ExpectationTable::report_unused(const JsonCursor& root) const {
  for (std::size_t at = 0; at < m_names.size(); ++at) {
    if (!m_used[at]) {
      root.find("answers")->find(m_names[at])->report("no cell of the table has this answer");
    }
  }
}

const ExpectationTable::Answer* ExpectationTable::find(const Combination& combination) const {
  if (m_places.empty()) {
    return nullptr;
  }
  std::size_t position = 0;
  for (std::size_t level = 0; level < m_axes.size(); ++level) {
    position = position * m_sizes[level] + combination[m_axes[level]];
  }
  return m_places[position] ? &m_answers[*m_places[position]] : nullptr;
}

}  // namespace dllrepro::scenario

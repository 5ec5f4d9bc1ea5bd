// SPDX-License-Identifier: MIT
// Why filters take nothing: which of their words no cell has, and what was likely meant.
#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/run/filter.hpp"
#include "harness/run/selection.hpp"
#include "harness/util/ascii.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::run {
namespace {

using Cells = std::vector<scenario::Cell>;

/// All that is said of cells, each word once.
template <class Words>
std::vector<std::string> words_of(const Cells& cells, const Words& words) {
  std::set<std::string> all;
  for (const scenario::Cell& cell : cells) {
    words(cell, all);
  }
  return {all.begin(), all.end()};
}

/// "; did you mean "x"?", else what there is when that is not too much to read.
std::string hint(const std::string& word, const std::vector<std::string>& known, std::string_view plural) {
  constexpr std::size_t k_readable = 20;
  const std::string near = did_you_mean(word, known);
  if (!near.empty()) {
    return near;
  }
  return known.empty()               ? fmt::format("; there are no {}", plural)
         : known.size() > k_readable ? fmt::format("; there are {} {}", known.size(), plural)
                                     : fmt::format("; the {} are {}", plural, fmt::join(known, ", "));
}

std::string unknown_tag(const std::string& tag, const Cells& cells) {
  const auto tags = words_of(cells, [](const scenario::Cell& cell, std::set<std::string>& all) {
    all.insert(cell.tags.begin(), cell.tags.end());
  });
  return fmt::format("no scenario has the tag \"{}\"{}", tag, hint(tag, tags, "tags"));
}

std::string unknown_row(const std::string& row, const Cells& cells) {
  const auto rows = words_of(cells, [](const scenario::Cell& cell, std::set<std::string>& all) {
    all.insert(cell.covers.begin(), cell.covers.end());
  });
  return fmt::format("no scenario covers the row \"{}\"{}", row, hint(row, rows, "rows that are covered"));
}

std::string unknown_value(const std::string& axis, const std::string& value, const Cells& cells) {
  const auto axes = words_of(cells, [](const scenario::Cell& cell, std::set<std::string>& all) {
    for (const auto& [name, one] : cell.parameters) {
      all.insert(name);
    }
  });
  const auto values = words_of(cells, [&](const scenario::Cell& cell, std::set<std::string>& all) {
    for (const auto& [name, one] : cell.parameters) {
      if (ascii_equal_ignoring_case(name, axis)) {
        all.insert(one);
      }
    }
  });
  return values.empty()
             ? fmt::format("no scenario has an axis \"{}\"{}", axis, hint(axis, axes, "axes"))
             : fmt::format("the axis \"{}\" has no value \"{}\"{}", axis, value, hint(value, values, "values"));
}

/// Scenarios, and the folders that they lie in.
std::vector<std::string> names_of(const Cells& cells) {
  return words_of(cells, [](const scenario::Cell& cell, std::set<std::string>& all) {
    std::string name = cell.scenario;
    while (!name.empty()) {
      all.insert(name);
      const std::size_t slash = name.rfind('/');
      name.resize(slash == std::string::npos ? 0 : slash);
    }
  });
}

/// The values that an id names: "x[host=venv,loader=torch/glob]".
std::vector<std::pair<std::string, std::string>> values_in(std::string_view id) {
  std::vector<std::pair<std::string, std::string>> values;
  std::string_view rest = id.substr(id.find('[') + 1);
  rest.remove_suffix(rest.ends_with(']') ? 1 : 0);
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    const std::size_t equals = std::min(part.find('='), part.size());
    values.emplace_back(part.substr(0, equals), part.substr(std::min(equals + 1, part.size())));
  }
  return values;
}

std::string unknown_id(const std::string& id, const std::string& name, const Cells& cells) {
  Cells same_scenario = cells;
  std::erase_if(same_scenario,
                [&](const scenario::Cell& cell) { return !ascii_equal_ignoring_case(cell.scenario, name); });
  for (const auto& [axis, value] : values_in(id)) {
    const FilterTerm term{FilterTerm::Kind::Value, false, axis, value};
    if (std::none_of(same_scenario.begin(), same_scenario.end(),
                     [&](const scenario::Cell& cell) { return term.fits(cell); })) {
      return fmt::format("{}: {}", name, unknown_value(axis, value, same_scenario));
    }
  }
  const auto ids =
      words_of(same_scenario, [](const scenario::Cell& cell, std::set<std::string>& all) { all.insert(cell.id()); });
  return fmt::format("no cell of {} has this id{}", name, hint(id, ids, "ids"));
}

std::string unknown_name(const std::string& word, const Cells& cells) {
  const std::vector<std::string> names = names_of(cells);
  const std::string name = scenario_path(word.substr(0, word.find('[')));
  const bool is_scenario = std::any_of(cells.begin(), cells.end(), [&](const scenario::Cell& cell) {
    return ascii_equal_ignoring_case(cell.scenario, name);
  });
  if (word.find('*') != std::string::npos) {
    return fmt::format("no cell's id is like \"{}\"", word);
  }
  return is_scenario ? unknown_id(word, name, cells)
                     : fmt::format("no scenario or folder is called \"{}\"{}", name, hint(name, names, "names"));
}

std::string unknown_word(const FilterTerm& term, const Cells& cells) {
  switch (term.kind) {
    case FilterTerm::Kind::Tag:
      return unknown_tag(term.word, cells);
    case FilterTerm::Kind::Row:
      return unknown_row(term.word, cells);
    case FilterTerm::Kind::Value:
      return unknown_value(term.axis, term.word, cells);
    case FilterTerm::Kind::Name:
      break;
  }
  return unknown_name(term.word, cells);
}

/// Why a filter takes no cell at all.
std::string explain(const Filter& filter, const Cells& cells) {
  std::string text;
  for (const FilterTerm& term : filter.terms()) {
    const bool known =
        std::any_of(cells.begin(), cells.end(), [&](const scenario::Cell& cell) { return term.fits(cell); });
    if (!known) {
      text += (text.empty() ? "" : "; and ") + unknown_word(term, cells);
    }
  }
  if (text.empty()) {
    text = filter.terms().empty() ? "it is empty" : "there are cells for each of its terms, but none for all of them";
  }
  return fmt::format("--filter \"{}\" takes no cell: {}", filter.text(), text);
}

}  // namespace

std::vector<std::string> explain_idle_filters(const Cells& cells, const Selection& selection) {
  std::vector<std::string> texts;
  for (const std::string& text : selection.filters) {
    if (const Filter filter(text); !filter.takes_any(cells)) {
      texts.push_back(explain(filter, cells));
    }
  }
  return texts;
}

std::string explain_empty(const Cells& cells, const Selection& selection) {
  if (cells.empty()) {
    return "nothing selected: there is no scenario here";
  }
  std::string text = fmt::format("nothing selected out of {} cells", cells.size());
  const std::vector<std::string> idle = explain_idle_filters(cells, selection);
  for (const std::string& line : idle) {
    text += "\n" + line;
  }
  Selection any_suite = selection;
  any_suite.suite = Suite::All;
  if (const std::size_t left_out = select(cells, any_suite).size(); left_out > 0) {
    return text + fmt::format("\nof another suite than \"{}\": {} cells; --suite all takes them, too",
                              name_of(selection.suite), left_out);
  }
  if (selection.shard && idle.size() == selection.filters.size() && !idle.empty()) {
    return text;
  }
  if (selection.shard) {
    text += fmt::format("\nshard {}/{} has none of {}", selection.shard->index, selection.shard->count,
                        selection.filters.empty() ? "them" : "those that the filters take");
  }
  return text;
}

}  // namespace dllrepro::run

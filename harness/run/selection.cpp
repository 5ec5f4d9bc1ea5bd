// SPDX-License-Identifier: MIT
#include "harness/run/selection.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "harness/util/ascii.hpp"
#include "harness/util/digest.hpp"
#include "harness/util/nearest.hpp"
#include "harness/util/numbers.hpp"

namespace dllrepro::run {
namespace {

/// `*` stands for any text, slashes and brackets included. Both are lower-case by now.
bool matches_pattern(std::string_view pattern, std::string_view text) {
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  std::size_t at = 0;
  std::size_t position = 0;
  while (position < text.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      resume = position;
    } else if (at < pattern.size() && pattern[at] == text[position]) {
      ++at;
      ++position;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      position = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

/// A scenario's name from what a shell completes: ./scenarios/x.json, scenarios\x.json, x/.
std::string scenario_path(std::string text) {
  std::replace(text.begin(), text.end(), '\\', '/');
  constexpr std::string_view k_folder = "scenarios/";
  constexpr std::string_view k_ending = ".json";
  if (const std::size_t folder = text.rfind(k_folder);
      folder != std::string::npos && (folder == 0 || text[folder - 1] == '/')) {
    text.erase(0, folder + k_folder.size());
  }
  if (text.size() > k_ending.size() && text.ends_with(k_ending)) {
    text.resize(text.size() - k_ending.size());
  }
  while (!text.empty() && text.back() == '/') {
    text.pop_back();
  }
  return text;
}

bool any_equals(const std::vector<std::string>& words, std::string_view word) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& known) { return matches_pattern(word, ascii_lower(known)); });
}

/// An axis value: the cell has the axis, and its value is that.
bool has_value(const scenario::Cell& cell, std::string_view axis, std::string_view value) {
  return std::any_of(cell.parameters.begin(), cell.parameters.end(), [&](const auto& parameter) {
    return ascii_lower(parameter.first) == axis && matches_pattern(value, ascii_lower(parameter.second));
  });
}

bool term_holds(const scenario::Cell& cell, std::string term) {
  term = ascii_lower(term);
  if (term.starts_with('!')) {
    return !term_holds(cell, term.substr(1));
  }
  if (term.starts_with("tag:")) {
    return any_equals(cell.tags, term.substr(4));
  }
  if (term.starts_with("covers:")) {
    return any_equals(cell.covers, term.substr(7));
  }
  const std::string id = ascii_lower(cell.id());
  const std::size_t equals = term.find('=');
  if (equals != std::string::npos && term.find('[') == std::string::npos) {
    return has_value(cell, term.substr(0, equals), term.substr(equals + 1));
  }
  const std::string path = scenario_path(term);
  const std::string scenario = ascii_lower(cell.scenario);
  return id == term || matches_pattern(term, id) || scenario == path || scenario.starts_with(path + "/");
}

bool filter_takes(const scenario::Cell& cell, const std::string& filter) {
  if (ascii_equal_ignoring_case(cell.id(), filter)) {
    return true;  // an id as a report prints it, which may have blanks in it
  }
  std::size_t begin = filter.find_first_not_of(' ');
  bool any = false;
  while (begin != std::string::npos) {
    const std::size_t end = filter.find(' ', begin);
    if (!term_holds(cell, filter.substr(begin, end - begin))) {
      return false;
    }
    any = true;
    begin = filter.find_first_not_of(' ', end);
  }
  return any;
}

bool in_shard(const scenario::Cell& cell, const Shard& shard) {
  return stable_digest(cell.id()) % shard.count == shard.index - 1;
}

/// splitmix64 (Steele, Lea, Flood 2014). std::shuffle's order differs between standard libraries.
std::uint64_t next_random(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15U;
  std::uint64_t mixed = state;
  mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
  return mixed ^ (mixed >> 31U);
}

void shuffle(std::vector<scenario::Cell>& cells, std::uint64_t seed) {
  for (std::size_t left = cells.size(); left > 1; --left) {
    std::swap(cells[left - 1], cells[next_random(seed) % left]);
  }
}

}  // namespace

std::optional<Shard> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) {
    return std::nullopt;
  }
  constexpr std::uint64_t k_most = 100000;
  const auto index = parse_unsigned(text.substr(0, slash));
  const auto count = parse_unsigned(text.substr(slash + 1));
  if (!index || !count || *index < 1 || *index > *count || *count > k_most) {
    return std::nullopt;
  }
  return Shard{static_cast<unsigned>(*index), static_cast<unsigned>(*count)};
}

std::vector<scenario::Cell> select(std::vector<scenario::Cell> cells, const Selection& selection) {
  std::erase_if(cells, [&](const scenario::Cell& cell) {
    const bool taken =
        selection.filters.empty() || std::any_of(selection.filters.begin(), selection.filters.end(),
                                                 [&](const std::string& filter) { return filter_takes(cell, filter); });
    return !taken || (selection.shard && !in_shard(cell, *selection.shard));
  });
  if (selection.shuffle_seed) {
    shuffle(cells, *selection.shuffle_seed);
  }
  return cells;
}

std::string explain_empty(const std::vector<scenario::Cell>& cells, const Selection& selection) {
  if (cells.empty()) {
    return "nothing selected: there is no scenario here";
  }
  std::set<std::string> scenarios;
  for (const scenario::Cell& cell : cells) {
    scenarios.insert(cell.scenario);
  }
  const std::vector<std::string> names(scenarios.begin(), scenarios.end());
  std::string text = fmt::format("nothing selected out of {} cells", cells.size());
  for (const std::string& filter : selection.filters) {
    const bool takes_one =
        std::any_of(cells.begin(), cells.end(), [&](const scenario::Cell& cell) { return filter_takes(cell, filter); });
    const std::string asked = filter.substr(0, filter.find('['));
    text += takes_one ? fmt::format("; \"{}\" takes cells of other shards", filter)
                      : fmt::format("; no cell is like \"{}\"{}", filter, did_you_mean(scenario_path(asked), names));
  }
  if (selection.filters.empty() && selection.shard) {
    text += fmt::format("; shard {}/{} is empty", selection.shard->index, selection.shard->count);
  }
  return text;
}

}  // namespace dllrepro::run

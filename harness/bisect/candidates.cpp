// SPDX-License-Identifier: MIT
#include "harness/bisect/candidates.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/util/error.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::bisect {

namespace {

[[noreturn]] void refuse(const scenario::Cell& cell, std::string message) {
  throw BadInput({{cell.location, std::move(message)}});
}

/// axis -> its values, each in the order in which the cells have them.
std::map<std::string, std::vector<std::string>> values_of(const std::vector<scenario::Cell>& cells) {
  std::map<std::string, std::vector<std::string>> values;
  for (const scenario::Cell& cell : cells) {
    for (const auto& [axis, value] : cell.parameters) {
      std::vector<std::string>& known = values[axis];
      if (std::find(known.begin(), known.end(), value) == known.end()) {
        known.push_back(value);
      }
    }
  }
  return values;
}

std::vector<std::string> names_of(const std::map<std::string, std::vector<std::string>>& values) {
  std::vector<std::string> names;
  for (const auto& [axis, known] : values) {
    names.push_back(axis);
  }
  return names;
}

std::string value_in(const scenario::Cell& cell, const std::string& axis) {
  for (const auto& [name, value] : cell.parameters) {
    if (name == axis) {
      return value;
    }
  }
  return {};
}

}  // namespace

std::vector<Candidate> candidates_of(const std::vector<scenario::Cell>& cells, const std::string& axis) {
  const scenario::Cell& first = cells.front();
  std::set<std::string> scenarios;
  for (const scenario::Cell& cell : cells) {
    scenarios.insert(cell.scenario);
  }
  if (scenarios.size() > 1) {
    refuse(first, fmt::format("a bisection takes one scenario, and these are {}: {}", scenarios.size(),
                              fmt::join(scenarios, ", ")));
  }
  const auto values = values_of(cells);
  const auto found = values.find(axis);
  if (found == values.end()) {
    const std::vector<std::string> names = names_of(values);
    refuse(first, fmt::format("{} has no axis \"{}\"{}; it has {}", first.scenario, axis, did_you_mean(axis, names),
                              names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
  }
  for (const auto& [name, known] : values) {
    if (name != axis && known.size() > 1) {
      refuse(first, fmt::format("axis \"{}\" has several values too ({}): choose one by --filter '{}={}'", name,
                                fmt::join(known, ", "), name, known.front()));
    }
  }
  if (found->second.size() < 2) {
    refuse(first,
           fmt::format("axis \"{}\" has one value alone, {}: there is nothing to search", axis, found->second.front()));
  }
  std::vector<Candidate> candidates;
  for (const std::string& value : found->second) {
    const auto cell = std::find_if(cells.begin(), cells.end(),
                                   [&](const scenario::Cell& one) { return value_in(one, axis) == value; });
    candidates.push_back({value, *cell});
  }
  return candidates;
}

std::size_t position_of(const std::vector<Candidate>& candidates, const std::string& value, const std::string& axis) {
  std::vector<std::string> values;
  for (const Candidate& candidate : candidates) {
    values.push_back(candidate.value);
  }
  const auto found = std::find(values.begin(), values.end(), value);
  if (found == values.end()) {
    refuse(candidates.front().cell, fmt::format("axis \"{}\" has no value \"{}\"{}; it has {}", axis, value,
                                                did_you_mean(value, values), fmt::join(values, ", ")));
  }
  return static_cast<std::size_t>(found - values.begin());
}

std::vector<Change> expected_changes(const std::vector<Candidate>& candidates, std::size_t one, std::size_t other) {
  const std::size_t begin = std::min(one, other);
  std::vector<Answer> answers;
  for (std::size_t index = begin; index <= std::max(one, other); ++index) {
    const Signature expected = signature_of(candidates[index].cell.expectation);
    answers.push_back({!expected.empty(), expected, {}});
  }
  std::vector<Change> changes = changes_along(answers);
  for (Change& change : changes) {
    change.from += begin;
    change.to += begin;
  }
  return changes;
}

}  // namespace dllrepro::bisect

// SPDX-License-Identifier: MIT
#include "harness/bisect/candidates.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/util/nearest.hpp"

namespace dllrepro::bisect {

namespace {

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

std::vector<std::string> values_of(const std::vector<Candidate>& candidates) {
  std::vector<std::string> values;
  for (const Candidate& candidate : candidates) {
    values.push_back(candidate.value);
  }
  return values;
}

/// What of the command line can't be searched, "" when all is well.
std::string why_refused(const std::vector<scenario::Cell>& cells, const std::string& axis) {
  std::set<std::string> scenarios;
  for (const scenario::Cell& cell : cells) {
    scenarios.insert(cell.scenario);
  }
  if (scenarios.size() > 1) {
    return fmt::format("a bisection takes one scenario, and these are {}: {}", scenarios.size(),
                       fmt::join(scenarios, ", "));
  }
  const auto values = values_of(cells);
  const auto found = values.find(axis);
  if (found == values.end()) {
    const std::vector<std::string> names = names_of(values);
    return fmt::format("--axis: {} has no axis \"{}\"{}; it has {}", cells.front().scenario, axis,
                       did_you_mean(axis, names), names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")));
  }
  for (const auto& [name, known] : values) {
    if (name != axis && known.size() > 1) {
      return fmt::format("axis \"{}\" has several values too ({}): choose one by --filter '{}={}'", name,
                         fmt::join(known, ", "), name, known.front());
    }
  }
  return found->second.size() > 1 ? ""
                                  : fmt::format("axis \"{}\" has one value alone, {}: there is nothing to search", axis,
                                                found->second.front());
}

}  // namespace

Choice candidates_of(const std::vector<scenario::Cell>& cells, const std::string& axis) {
  Choice choice{{}, why_refused(cells, axis)};
  if (!choice.refusal.empty()) {
    return choice;
  }
  const auto values = values_of(cells);
  for (const std::string& value : values.at(axis)) {
    const auto cell = std::find_if(cells.begin(), cells.end(),
                                   [&](const scenario::Cell& one) { return value_in(one, axis) == value; });
    choice.candidates.push_back({value, *cell});
  }
  return choice;
}

std::optional<std::size_t> position_of(const std::vector<Candidate>& candidates, const std::string& value) {
  const auto found = std::find_if(candidates.begin(), candidates.end(),
                                  [&](const Candidate& candidate) { return candidate.value == value; });
  return found == candidates.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - candidates.begin()));
}

std::string explain_unknown_value(const std::vector<Candidate>& candidates, const std::string& value,
                                  const std::string& axis) {
  const std::vector<std::string> values = values_of(candidates);
  return fmt::format("axis \"{}\" has no value \"{}\"{}; it has {}", axis, value, did_you_mean(value, values),
                     fmt::join(values, ", "));
}

Names names_stated(const std::vector<Candidate>& candidates) {
  std::set<std::string> all;
  for (const Candidate& candidate : candidates) {
    const Names names = names_stated(candidate.cell.expectation);
    all.insert(names.begin(), names.end());
  }
  return {all.begin(), all.end()};
}

std::vector<Change> expected_changes(const std::vector<Candidate>& candidates, std::size_t one, std::size_t other) {
  const std::size_t begin = std::min(one, other);
  const Names remembered = names_stated(candidates);
  std::vector<Answer> answers;
  for (std::size_t index = begin; index <= std::max(one, other); ++index) {
    const Signature expected = signature_of(candidates[index].cell.expectation, remembered);
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

// SPDX-License-Identifier: MIT
#include "harness/scenario/selector.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/util/nearest.hpp"

namespace dllrepro::scenario {

namespace {

/// Says whether `text` fits a pattern in which * stands for any text, also none.
bool fits(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) {
    return pattern == text;
  }
  if (text.substr(0, star) != pattern.substr(0, star)) {
    return false;
  }
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t at = star; at <= text.size(); ++at) {
    if (fits(rest, text.substr(at))) {
      return true;
    }
  }
  return false;
}

std::vector<std::string> names_of(const Axis& axis) {
  std::vector<std::string> names;
  names.reserve(axis.values.size());
  for (const AxisValue& value : axis.values) {
    names.push_back(value.name);
  }
  return names;
}

std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
  const std::string hint = did_you_mean(word, known);
  return hint.empty() ? fmt::format("; there are: {}", fmt::join(known, ", ")) : hint;
}

}  // namespace

Selector::Selector(const JsonCursor& owner, const std::vector<Axis>& axes) {
  const auto when = owner.find("when");
  if (!when) {
    return;
  }
  std::vector<std::string> known;
  known.reserve(axes.size());
  for (const Axis& axis : axes) {
    known.push_back(axis.name);
  }
  for (const auto& [name, values] : when->members()) {
    const auto position = std::find(known.begin(), known.end(), name);
    if (position == known.end()) {
      values.report(fmt::format("there is no axis \"{}\"{}", name,
                                known.empty() ? "; the scenario has none" : suggestion(name, known)));
      continue;
    }
    const auto index = static_cast<std::size_t>(position - known.begin());
    read_axis(values, axes[index], index);
  }
}

void Selector::read_axis(const JsonCursor& values, const Axis& axis, std::size_t position) {
  if (values.json().is_array() && values.json().empty()) {
    values.report("an empty list selects nothing");
  }
  std::vector<bool> wanted(axis.values.size(), false);
  for (const JsonCursor& element : values.one_or_many()) {
    if (!element.json().is_primitive() || element.json().is_null()) {
      element.report("expected a value of the axis, or a list of values");
      continue;
    }
    const std::string pattern = element.json().is_string() ? element.json().get<std::string>() : element.json().dump();
    bool found = false;
    for (std::size_t index = 0; index < axis.values.size(); ++index) {
      if (fits(pattern, axis.values[index].name)) {
        wanted[index] = true;
        found = true;
      }
    }
    if (!found && axis.faulty) {
      wanted.assign(axis.values.size(), true);
    } else if (!found) {
      element.report(
          fmt::format("axis \"{}\" has no value \"{}\"{}", axis.name, pattern, suggestion(pattern, names_of(axis))));
    }
  }
  m_wanted.emplace_back(position, std::move(wanted));
}

bool Selector::matches(const Combination& combination) const {
  return std::all_of(m_wanted.begin(), m_wanted.end(),
                     [&](const auto& wanted) { return wanted.second[combination[wanted.first]]; });
}

}  // namespace dllrepro::scenario

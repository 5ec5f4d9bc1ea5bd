// SPDX-License-Identifier: MIT
#include "harness/scenario/selector.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "harness/scenario/axis_words.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::scenario {

namespace {

/// The object has no "when", and a key that was likely meant to be it; expect_object() reports that one.
bool misspells_when(const Json& owner) {
  if (!owner.is_object() || owner.contains("when")) {
    return false;
  }
  const auto members = owner.items();
  return std::any_of(members.begin(), members.end(), [](const auto& member) {
    return member.value().is_object() && !nearest_word(member.key(), {"when"}).empty();
  });
}

}  // namespace

Selector::Selector(const JsonCursor& owner, const std::vector<Axis>& axes) {
  const auto when = owner.find("when");
  if (!when) {
    m_faulty = misspells_when(owner.json());
    return;
  }
  m_faulty = !when->json().is_object();
  const std::vector<std::string> known = axis_names(axes);
  for (const auto& [name, values] : when->members()) {
    const auto position = std::find(known.begin(), known.end(), name);
    if (position == known.end()) {
      refuse(values, fmt::format("there is no axis \"{}\"{}", name,
                                 known.empty() ? "; the scenario has none" : nearest_or_all(name, known)));
      continue;
    }
    const auto index = static_cast<std::size_t>(position - known.begin());
    read_axis(values, axes[index], index);
  }
}

void Selector::read_axis(const JsonCursor& values, const Axis& axis, std::size_t position) {
  if (values.json().is_array() && values.json().empty()) {
    refuse(values, "an empty list selects nothing");
  }
  std::vector<bool> wanted(axis.values.size(), false);
  for (const JsonCursor& element : values.one_or_many()) {
    if (!element.json().is_primitive() || element.json().is_null()) {
      refuse(element, "expected a value of the axis, or a list of values");
      continue;
    }
    const std::string text = element.json().is_string() ? element.json().get<std::string>() : element.json().dump();
    const std::vector<bool> meant = values_meant(element, axis, text);
    // A text that means no value has been reported.
    m_faulty = m_faulty || std::none_of(meant.begin(), meant.end(), [](bool one) { return one; });
    std::transform(wanted.begin(), wanted.end(), meant.begin(), wanted.begin(), std::logical_or<>());
  }
  m_wanted.emplace_back(position, std::move(wanted));
}

void Selector::refuse(const JsonCursor& value, std::string message) {
  value.report(std::move(message));
  m_faulty = true;
}

bool Selector::matches(const Combination& combination) const {
  return !m_faulty && std::all_of(m_wanted.begin(), m_wanted.end(),
                                  [&](const auto& wanted) { return wanted.second[combination[wanted.first]]; });
}

}  // namespace dllrepro::scenario

// SPDX-License-Identifier: MIT
#include "harness/scenario/layers.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "harness/scenario/substitution.hpp"

namespace dllrepro::scenario {

namespace {

/// The limits in the order of process::k_all_clocks.
constexpr std::array k_limits{&process::Clocks::start, &process::Clocks::step, &process::Clocks::silence,
                              &process::Clocks::exit, &process::Clocks::cell};

constexpr double k_shortest_seconds = 0.001;
constexpr double k_longest_seconds = 3600;

/// What a scenario that names no host or machine means.
const JsonDocument& defaults() {
  static const JsonDocument document =
      JsonDocument::parse(R"({"host": "python-org", "machine": "clean"})", "(defaults)");
  return document;
}

bool is_reference(const Axis& axis) {
  return std::find(reference_axes().begin(), reference_axes().end(), axis.name) != reference_axes().end();
}

Substitutions substitutions_of(const Scenario& scenario, const Combination& combination) {
  Substitutions values;
  for (std::size_t at = 0; at < scenario.axes.size(); ++at) {
    const AxisValue& value = scenario.axes[at].values[combination[at]];
    if (!is_reference(scenario.axes[at])) {
      values.emplace_back(scenario.axes[at].name, value.value.is_object() ? Json(value.name) : value.value);
    }
  }
  return values;
}

/// Where the scenario's own patches of the combination stand. A scenario may have hundreds of others.
std::set<std::string> patches_of(const Scenario& scenario, const Combination& combination) {
  std::set<std::string> pointers;
  for (std::size_t at = 0; at < scenario.axes.size(); ++at) {
    const Axis& axis = scenario.axes[at];
    pointers.insert(fmt::format("/axes/{}/{}", escape_pointer_token(axis.name),
                                escape_pointer_token(axis.values[combination[at]].name)));
  }
  return pointers;
}

}  // namespace

Layers::Layers(const Scenario& scenario, const Combination& combination, Diagnostics& diagnostics)
    : m_scenario(scenario),
      m_combination(combination),
      m_diagnostics(diagnostics),
      m_substitutions(substitutions_of(scenario, combination)) {
  m_documents.push_back(std::make_shared<const JsonDocument>(
      substitute(*scenario.document, m_substitutions, patches_of(scenario, combination))));
  m_objects.emplace_back(*m_documents.front(), diagnostics);
  const auto axes = m_objects.front().find("axes");
  for (std::size_t at = 0; at < scenario.axes.size(); ++at) {
    const Axis& axis = scenario.axes[at];
    const AxisValue& value = axis.values[combination[at]];
    if (!value.value.is_object() || is_reference(axis)) {
      continue;
    }
    if (value.document) {
      m_documents.push_back(
          std::make_shared<const JsonDocument>(substitute_at(*value.document, value.pointer, m_substitutions)));
      m_objects.push_back(*JsonCursor(*m_documents.back(), diagnostics).descend(value.pointer));
    } else if (auto patch = axes->find(axis.name)->find(value.name)) {
      m_objects.push_back(*patch);
    }
  }
}

std::optional<Layers> Layers::with_twin() const {
  Layers twin = *this;
  for (const JsonCursor& object : m_objects) {
    const auto more = object.find("twin");
    if (more && more->json().is_null()) {
      twin.m_objects = m_objects;
    } else if (more) {
      twin.m_objects.push_back(*more);
    }
  }
  return twin.m_objects.size() == m_objects.size() ? std::nullopt : std::optional(std::move(twin));
}

std::optional<JsonCursor> Layers::last(std::string_view key) const {
  for (auto object = m_objects.rbegin(); object != m_objects.rend(); ++object) {
    if (auto value = object->find(key)) {
      return value;
    }
  }
  return std::nullopt;
}

std::optional<JsonCursor> Layers::reference(std::string_view key) const {
  auto value = last(key);
  if (!value) {
    return JsonCursor(defaults(), m_diagnostics).find(key);
  }
  if (!value->json().is_array()) {
    return value;
  }
  if (value->pointer() != fmt::format("/{}", key)) {
    value->report(fmt::format("a patch takes one {}, not several", key));
    return std::nullopt;
  }
  for (std::size_t at = 0; at < m_scenario.axes.size(); ++at) {
    if (m_scenario.axes[at].name == key) {
      const std::string& wanted = m_scenario.axes[at].values[m_combination[at]].pointer;
      const auto elements = value->elements();
      const auto chosen = std::find_if(elements.begin(), elements.end(),
                                       [&](const JsonCursor& element) { return element.pointer() == wanted; });
      return chosen == elements.end() ? std::nullopt : std::optional(*chosen);
    }
  }
  return std::nullopt;
}

std::vector<JsonCursor> Layers::each(std::string_view key) const {
  std::vector<JsonCursor> values;
  for (const JsonCursor& object : m_objects) {
    if (auto value = object.find(key)) {
      values.push_back(*value);
    }
  }
  return values;
}

const std::vector<std::string>& clock_words() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> all;
    all.reserve(process::k_all_clocks.size());
    for (const process::Clock clock : process::k_all_clocks) {
      all.emplace_back(process::name_of(clock));
    }
    return all;
  }();
  return words;
}

void read_clocks(const JsonCursor& cursor, process::Clocks& clocks) {
  if (!cursor.expect_object(clock_words())) {
    return;
  }
  for (std::size_t at = 0; at < k_limits.size(); ++at) {
    const auto member = cursor.find(clock_words()[at]);
    const auto seconds = member ? member->number() : std::nullopt;
    if (seconds && (*seconds < k_shortest_seconds || *seconds > k_longest_seconds)) {
      member->report(fmt::format("a clock takes {} to {} seconds", k_shortest_seconds, k_longest_seconds));
    } else if (seconds) {
      clocks.*k_limits[at] = std::chrono::milliseconds(std::llround(*seconds * 1000));
    }
  }
}

Json to_json(const process::Clocks& clocks) {
  Json object = Json::object();
  for (std::size_t at = 0; at < k_limits.size(); ++at) {
    object[clock_words()[at]] = static_cast<double>((clocks.*k_limits[at]).count()) / 1000;
  }
  return object;
}

}  // namespace dllrepro::scenario

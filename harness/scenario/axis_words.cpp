// SPDX-License-Identifier: MIT
#include "harness/scenario/axis_words.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/util/nearest.hpp"
#include "harness/util/wildcard.hpp"

namespace dllrepro::scenario {

namespace {

constexpr std::string_view k_range = "..";

void report_unknown(const JsonCursor& place, const Axis& axis, const std::string& word) {
  place.report(
      fmt::format("axis \"{}\" has no value \"{}\"{}", axis.name, word, nearest_or_all(word, value_names(axis))));
}

/// The position of an end of a range; `open` where it is left out.
std::optional<std::size_t> end_of_range(const JsonCursor& place, const Axis& axis, const std::string& name,
                                        std::size_t open) {
  if (name.empty()) {
    return open;
  }
  const std::vector<std::string> names = value_names(axis);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    report_unknown(place, axis, name);
    return std::nullopt;
  }
  return static_cast<std::size_t>(found - names.begin());
}

void mark_range(const JsonCursor& place, const Axis& axis, const std::string& text, std::vector<bool>& meant) {
  const std::size_t dots = text.find(k_range);
  const auto first = end_of_range(place, axis, text.substr(0, dots), 0);
  const auto last = end_of_range(place, axis, text.substr(dots + k_range.size()), axis.values.size() - 1);
  if (!first || !last) {
    return;
  }
  if (*last < *first) {
    place.report(fmt::format("\"{}\" comes before \"{}\" in the axis \"{}\"", axis.values[*last].name,
                             axis.values[*first].name, axis.name));
  }
  for (std::size_t at = *first; at <= *last; ++at) {
    meant[at] = true;
  }
}

}  // namespace

std::vector<std::string> value_names(const Axis& axis) {
  std::vector<std::string> names;
  names.reserve(axis.values.size());
  for (const AxisValue& value : axis.values) {
    names.push_back(value.name);
  }
  return names;
}

std::vector<std::string> axis_names(const std::vector<Axis>& axes) {
  std::vector<std::string> names;
  names.reserve(axes.size());
  for (const Axis& axis : axes) {
    names.push_back(axis.name);
  }
  return names;
}

std::string nearest_or_all(const std::string& word, const std::vector<std::string>& known) {
  const std::string hint = did_you_mean(word, known);
  return hint.empty() ? fmt::format("; there are: {}", fmt::join(known, ", ")) : hint;
}

std::vector<bool> values_meant(const JsonCursor& place, const Axis& axis, const std::string& text) {
  std::vector<bool> meant(axis.values.size(), false);
  bool found = false;
  // A value's own name comes first: it may have two dots in it.
  for (std::size_t at = 0; at < axis.values.size(); ++at) {
    meant[at] = axis.values[at].name == text;
    found = found || meant[at];
  }
  for (std::size_t at = 0; !found && at < axis.values.size(); ++at) {
    meant[at] = matches_wildcard(text, axis.values[at].name);
  }
  found = found || std::find(meant.begin(), meant.end(), true) != meant.end();
  if (!found && axis.faulty) {
    meant.assign(axis.values.size(), true);
  } else if (!found && text.find(k_range) != std::string::npos) {
    mark_range(place, axis, text, meant);
  } else if (!found) {
    report_unknown(place, axis, text);
  }
  return meant;
}

}  // namespace dllrepro::scenario

// SPDX-License-Identifier: MIT
#include "harness/scenario/axes.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/loader/text_template.hpp"
#include "harness/scenario/axis_values.hpp"
#include "harness/scenario/paths.hpp"

namespace dllrepro::scenario {

namespace {

bool contains(const std::vector<std::string>& all, std::string_view one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

/// What texts of operations and stubs name in braces by themselves; an axis of that name would change them unseen.
/// Sources: harness/loader/operation.hpp (`except`), harness/stub/action.hpp (TEXT).
const std::vector<std::string>& taken_names() {
  static const std::vector<std::string> names{"error",    "error_text", "message", "type",  "path",   "self",
                                              "self_dir", "self_name",  "result",  "count", "version"};
  return names;
}

std::string fault_of_axis_name(const std::string& name) {
  std::string plain = name;
  std::replace(plain.begin(), plain.end(), '-', '_');
  if (!loader::is_plain_name(plain) || plain.front() == '_') {
    return "the name of an axis is a letter, then letters, digits, - and _";
  }
  if (contains(place_names(), name)) {
    return fmt::format("an axis can't be called \"{0}\": {{{0}}} is a place", name);
  }
  if (contains(taken_names(), name)) {
    return fmt::format("an axis can't be called \"{0}\": {{{0}}} means something of its own in operations and stubs",
                       name);
  }
  if (contains(reference_axes(), name)) {
    return fmt::format("there is an axis \"{0}\" already: the scenario's key \"{0}\" takes one or several", name);
  }
  return "";
}

Axis parse_reference_axis(const std::string& key, const JsonCursor& cursor) {
  Axis axis{key, {}, cursor.pointer(), cursor.json().is_array() && cursor.json().size() > 1};
  if (cursor.json().is_array() && cursor.json().empty()) {
    cursor.report(fmt::format("\"{}\" names none, so that the scenario would have no cells", key));
  }
  for (const JsonCursor& element : cursor.one_or_many()) {
    if (element.json().is_string()) {
      add_value(axis, element, element.json().get<std::string>(), element.json());
    } else if (element.json().is_object()) {
      const auto name = element.find("name");
      if (axis.shown && !name) {
        element.report("one of several needs a \"name\", for its cells to be told apart");
      }
      add_value(axis, element, name ? name->text().value_or("inline") : "inline", element.json());
    } else {
      element.report(fmt::format("expected the name of a {0} or an object that describes one", key));
      axis.faulty = true;
    }
  }
  return axis;
}

/// Two axes that both replace the same thing would hide each other's values.
void check_replacements(const std::vector<Axis>& axes, const JsonCursor& root) {
  for (const std::string key : {"host", "machine", "loader", "steps"}) {
    const Axis* owner = nullptr;
    for (const Axis& axis : axes) {
      owner = axis.name == key && axis.shown ? &axis : owner;
    }
    for (const Axis& axis : axes) {
      const auto replaces = [&key](const AxisValue& value) {
        return value.value.is_object() && value.value.contains(key);
      };
      const auto first = contains(reference_axes(), axis.name)
                             ? axis.values.end()
                             : std::find_if(axis.values.begin(), axis.values.end(), replaces);
      if (first == axis.values.end()) {
        continue;
      }
      if (owner != nullptr) {
        const JsonCursor place = *root.find("axes")->find(axis.name);
        const auto patch = first->document ? std::nullopt : place.find(first->name);
        (patch ? *patch->find(key) : place)
            .report(fmt::format("the axis \"{}\" decides on \"{}\" already", owner->name, key));
      } else {
        owner = &axis;
      }
    }
  }
}

}  // namespace

const std::vector<std::string>& reference_axes() {
  static const std::vector<std::string> names{"host", "machine", "loader"};
  return names;
}

const std::vector<std::string>& patch_keys() {
  static const std::vector<std::string> keys{"tree",          "host",         "machine",      "loader",
                                             "parameters",    "environment",  "path_front",   "path_back",
                                             "before_loader", "after_loader", "before_steps", "steps",
                                             "after_steps",   "clocks",       "twin"};
  return keys;
}

const std::vector<std::string>& scenario_keys() {
  static const std::vector<std::string> keys{
      "$schema", "schema",  "title",      "why",  "evidence",   "covers",      "tags",       "tree",
      "host",    "machine", "loader",     "axes", "parameters", "environment", "path_front", "path_back",
      "steps",   "expect",  "known_gaps", "skip", "clocks",     "repeat",      "twin"};
  return keys;
}

std::vector<Axis> parse_axes(const JsonCursor& root, BesideFiles& files, Diagnostics& diagnostics) {
  std::vector<Axis> axes;
  if (!root.json().is_object()) {
    return axes;
  }
  for (const auto& [key, cursor] : root.members()) {
    if (contains(reference_axes(), key)) {
      axes.push_back(parse_reference_axis(key, cursor));
    }
    if (key != "axes") {
      continue;
    }
    if (cursor.json().is_object() && cursor.json().empty()) {
      cursor.report("there are no axes in here; leave the key out");
    }
    for (const auto& [name, values] : cursor.members()) {
      const std::string fault = fault_of_axis_name(name);
      if (!fault.empty()) {
        values.report(fault);
      } else {
        Axis axis{name, {}, values.pointer(), true};
        read_values(axis, values, files, diagnostics);
        axes.push_back(std::move(axis));
      }
    }
  }
  check_replacements(axes, root);
  for (Axis& axis : axes) {
    // Something to go on with, so that the other faults of the file are found in the same go.
    if (axis.values.empty()) {
      axis.faulty = true;
      axis.values.push_back({"", Json::object(), axis.pointer, nullptr});
    }
  }
  return axes;
}

std::size_t count_combinations(const std::vector<Axis>& axes, std::size_t limit) {
  std::size_t count = 1;
  for (const Axis& axis : axes) {
    if (axis.values.size() > limit) {
      return limit + 1;
    }
    count = std::min(count * axis.values.size(), limit + 1);
  }
  return count;
}

bool advance(Combination& combination, const std::vector<Axis>& axes) {
  for (std::size_t at = axes.size(); at-- > 0;) {
    if (++combination[at] < axes[at].values.size()) {
      return true;
    }
    combination[at] = 0;
  }
  return false;
}

std::string describe(const Combination& combination, const std::vector<Axis>& axes) {
  std::string text;
  for (std::size_t at = 0; at < axes.size(); ++at) {
    if (axes[at].shown) {
      text += fmt::format("{}{}={}", text.empty() ? "" : ",", axes[at].name, axes[at].values[combination[at]].name);
    }
  }
  return text;
}

}  // namespace dllrepro::scenario

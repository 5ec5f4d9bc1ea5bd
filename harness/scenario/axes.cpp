// SPDX-License-Identifier: MIT
#include "harness/scenario/axes.hpp"

#include <algorithm>
#include <functional>
#include <memory>

#include <fmt/format.h>

#include "harness/loader/text_template.hpp"
#include "harness/scenario/axis_words.hpp"
#include "harness/scenario/format.hpp"
#include "harness/scenario/paths.hpp"
#include "harness/scenario/table.hpp"
#include "harness/scenario/twin.hpp"
#include "harness/util/nearest.hpp"

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

/// Value names stand in cell ids between these, and `when` takes * for any text.
std::string fault_of_value_name(const std::string& name) {
  const bool bad = name.find_first_of(",[]*\n\r\t") != std::string::npos;
  return name.empty() || bad ? "the name of a value is not empty and has none of , [ ] * and no line breaks" : "";
}

std::string text_of_scalar(const Json& scalar) {
  return scalar.is_string() ? scalar.get<std::string>() : scalar.dump();
}

using Document = std::shared_ptr<const JsonDocument>;

void add_value(Axis& axis, const JsonCursor& cursor, std::string name, const Document& document = nullptr) {
  const std::string fault = fault_of_value_name(name);
  if (!fault.empty()) {
    axis.faulty = true;
    return cursor.report(fault);
  }
  for (const AxisValue& known : axis.values) {
    if (known.name == name) {
      return cursor.report(fmt::format("axis \"{}\" has the value \"{}\" twice", axis.name, name));
    }
  }
  axis.values.push_back({std::move(name), cursor.json(), cursor.pointer(), document});
}

/// Adds what a list of scalars or an object of patches holds; `document` when it is not the scenario's.
void add_values(Axis& axis, const JsonCursor& cursor, const Document& document) {
  const bool is_list = cursor.json().is_array();
  if (!is_list && !cursor.json().is_object()) {
    cursor.report("expected an object of patches, {name: {...}}, or a list of texts and numbers");
    axis.faulty = true;
    return;
  }
  if (cursor.json().empty()) {
    cursor.report(fmt::format("axis \"{}\" has no values, so that the scenario would have no cells", axis.name));
  }
  if (is_list) {
    for (const JsonCursor& element : cursor.elements()) {
      if (element.json().is_primitive() && !element.json().is_null()) {
        add_value(axis, element, text_of_scalar(element.json()), document);
      } else {
        element.report("expected a text, a number, true or false; patches are given as an object, {name: {...}}");
        axis.faulty = true;
      }
    }
    return;
  }
  for (const auto& [value, patch] : cursor.members()) {
    patch.expect_object(patch_keys());
    if (const auto twin = patch.find("twin")) {
      check_twin(*twin);
    }
    add_value(axis, patch, value, document);
  }
}

/// The values that a file beside the scenario holds: an axis written out, or the keys of a table.
void add_values_from(Axis& axis, const JsonCursor& from, BesideFiles& files, Diagnostics& diagnostics) {
  const Document document = files.read(from, {k_axis_ending, k_table_ending}, diagnostics);
  if (!document) {
    axis.faulty = true;
    return;
  }
  if (from.json().get_ref<const std::string&>().ends_with(k_table_ending)) {
    for (auto& [name, pointer] : values_in_table(*document, axis.name, from)) {
      axis.values.push_back({name, name, std::move(pointer), document});
    }
    return;
  }
  const JsonCursor root(*document, diagnostics);
  if (!root.expect_object(axis_file_keys())) {
    axis.faulty = true;
    return;
  }
  check_schema(root);
  require_stated(root, "title");
  if (const auto values = root.require("values")) {
    add_values(axis, *values, document);
  }
}

/// Keeps the values that "only" names, in the axis's order.
void keep_only(Axis& axis, const JsonCursor& only) {
  if (axis.values.empty()) {
    return;
  }
  std::vector<bool> kept(axis.values.size(), false);
  for (const std::string& text : only.texts()) {
    const std::vector<bool> meant = values_meant(only, axis, text);
    std::transform(kept.begin(), kept.end(), meant.begin(), kept.begin(), std::logical_or<>());
  }
  std::size_t at = 0;
  std::erase_if(axis.values, [&](const AxisValue&) { return !kept[at++]; });
}

Axis parse_listed_axis(const std::string& name, const JsonCursor& cursor, BesideFiles& files,
                       Diagnostics& diagnostics) {
  Axis axis{name, {}, cursor.pointer(), true};
  const auto from = cursor.find("from");
  // A value may be called so, too; it has an object then.
  if (!from || from->json().is_object()) {
    add_values(axis, cursor, nullptr);
    return axis;
  }
  cursor.expect_object({"from", "only"});
  add_values_from(axis, *from, files, diagnostics);
  if (const auto only = cursor.find("only")) {
    keep_only(axis, *only);
  }
  return axis;
}

Axis parse_reference_axis(const std::string& key, const JsonCursor& cursor) {
  Axis axis{key, {}, cursor.pointer(), cursor.json().is_array() && cursor.json().size() > 1};
  if (cursor.json().is_array() && cursor.json().empty()) {
    cursor.report(fmt::format("\"{}\" names none, so that the scenario would have no cells", key));
  }
  for (const JsonCursor& element : cursor.one_or_many()) {
    if (element.json().is_string()) {
      add_value(axis, element, element.json().get<std::string>());
    } else if (element.json().is_object()) {
      const auto name = element.find("name");
      if (axis.shown && !name) {
        element.report("one of several needs a \"name\", for its cells to be told apart");
      }
      add_value(axis, element, name ? name->text().value_or("inline") : "inline");
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

const std::vector<std::string>& axis_file_keys() {
  static const std::vector<std::string> keys{"$schema", "schema", "title", "why", "evidence", "values"};
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
        axes.push_back(parse_listed_axis(name, values, files, diagnostics));
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

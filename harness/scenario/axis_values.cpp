// SPDX-License-Identifier: MIT
#include "harness/scenario/axis_values.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "harness/scenario/axes.hpp"
#include "harness/scenario/axis_words.hpp"
#include "harness/scenario/table_format.hpp"
#include "harness/scenario/twin.hpp"
#include "harness/util/file_format.hpp"

namespace dllrepro::scenario {

namespace {

using Document = std::shared_ptr<const JsonDocument>;

/// Value names stand in cell ids between these, and `when` takes * for any text.
std::string fault_of_value_name(const std::string& name) {
  const bool bad = name.find_first_of(",[]*\n\r\t") != std::string::npos;
  return name.empty() || bad ? "the name of a value is not empty and has none of , [ ] * and no line breaks" : "";
}

std::string text_of_scalar(const Json& scalar) {
  return scalar.is_string() ? scalar.get<std::string>() : scalar.dump();
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
        add_value(axis, element, text_of_scalar(element.json()), element.json(), document);
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
    add_value(axis, patch, value, patch.json(), document);
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
    for (const auto& [name, place] : values_in_table(JsonCursor(*document, diagnostics), axis.name, from)) {
      add_value(axis, place, name, name, document);
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

}  // namespace

const std::vector<std::string>& axis_file_keys() {
  static const std::vector<std::string> keys{"$schema", "schema", "title", "why", "evidence", "values"};
  return keys;
}

void add_value(Axis& axis, const JsonCursor& place, std::string name, Json value, const Document& document) {
  const std::string fault = fault_of_value_name(name);
  if (!fault.empty()) {
    axis.faulty = true;
    return place.report(fault);
  }
  for (const AxisValue& known : axis.values) {
    if (known.name == name) {
      return place.report(fmt::format("axis \"{}\" has the value \"{}\" twice", axis.name, name));
    }
  }
  axis.values.push_back({std::move(name), std::move(value), place.pointer(), document});
}

void read_values(Axis& axis, const JsonCursor& cursor, BesideFiles& files, Diagnostics& diagnostics) {
  const auto from = cursor.find("from");
  // A value may be called so, too; it has an object then.
  if (!from || from->json().is_object()) {
    return add_values(axis, cursor, nullptr);
  }
  cursor.expect_object({"from", "only"});
  add_values_from(axis, *from, files, diagnostics);
  if (const auto only = cursor.find("only")) {
    keep_only(axis, *only);
  }
}

}  // namespace dllrepro::scenario

// SPDX-License-Identifier: MIT
#include "harness/scenario/table_format.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/scenario/expectation.hpp"

namespace dllrepro::scenario {

namespace {

/// The objects of `cells` whose keys are values of the axis at a level.
std::vector<JsonCursor> objects_of_level(const JsonCursor& cells, std::size_t level) {
  std::vector<JsonCursor> objects{cells};
  for (std::size_t above = 0; above < level; ++above) {
    std::vector<JsonCursor> below;
    for (const JsonCursor& object : objects) {
      for (const auto& [key, member] : object.json().is_object() ? object.members() : Members{}) {
        below.push_back(member);
      }
    }
    objects = std::move(below);
  }
  std::erase_if(objects, [](const JsonCursor& object) { return !object.json().is_object(); });
  return objects;
}

bool means_several(const std::string& text) {
  return text.find('*') != std::string::npos || text.find("..") != std::string::npos;
}

}  // namespace

const std::vector<std::string>& table_keys() {
  static const std::vector<std::string> keys{"$schema", "schema",  "title",   "why",  "evidence",
                                             "rows",    "columns", "answers", "cells"};
  return keys;
}

const std::vector<std::string>& answer_keys() {
  static const std::vector<std::string> keys = [] {
    std::vector<std::string> all = expectation_keys();
    all.emplace_back("known_gaps");
    return all;
  }();
  return keys;
}

const std::vector<std::string>& cell_answer_keys() {
  static const std::vector<std::string> keys = [] {
    std::vector<std::string> all = answer_keys();
    all.emplace_back("answer");
    return all;
  }();
  return keys;
}

std::vector<std::string> split_key(std::string_view key) {
  std::vector<std::string> texts;
  for (std::size_t at = 0; at <= key.size();) {
    const std::size_t end = std::min(key.find(',', at), key.size());
    const std::size_t first = std::min(key.find_first_not_of(' ', at), end);
    const std::size_t last = first == end ? end : key.find_last_not_of(' ', end - 1) + 1;
    texts.emplace_back(key.substr(first, last - first));
    at = end + 1;
  }
  return texts;
}

Members table_levels(const JsonCursor& root) {
  Members levels;
  for (const char* key : {"rows", "columns"}) {
    const auto names = root.find(key);
    for (const JsonCursor& name : names ? names->one_or_many() : std::vector<JsonCursor>{}) {
      if (auto text = name.text()) {
        levels.emplace_back(std::move(*text), name);
      }
    }
  }
  return levels;
}

Members values_in_table(const JsonCursor& table, const std::string& axis, const JsonCursor& asked) {
  const Members levels = table_levels(table);
  const auto level =
      std::find_if(levels.begin(), levels.end(), [&axis](const auto& known) { return known.first == axis; });
  const auto cells = table.find("cells");
  if (level == levels.end()) {
    asked.report(fmt::format("the table has no rows or columns of the axis \"{}\"", axis));
    return {};
  }
  Members values;
  for (const JsonCursor& object :
       cells ? objects_of_level(*cells, static_cast<std::size_t>(level - levels.begin())) : std::vector<JsonCursor>{}) {
    for (const auto& [key, member] : object.members()) {
      for (std::string& text : split_key(key)) {
        if (means_several(text)) {
          asked.report(fmt::format(
              "the table names values of \"{}\" by \"{}\"; write the axis out, so that it has an order", axis, text));
          return {};
        }
        const bool is_new =
            std::none_of(values.begin(), values.end(), [&text](const auto& value) { return value.first == text; });
        if (is_new) {
          values.emplace_back(std::move(text), member);
        }
      }
    }
  }
  return values;
}

}  // namespace dllrepro::scenario

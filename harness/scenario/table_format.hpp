// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/util/json_cursor.hpp"

namespace dllrepro::scenario {

/// Names, each with its place.
using Members = std::vector<std::pair<std::string, JsonCursor>>;

/// The keys of a table, of an answer, and of an answer in `cells`.
const std::vector<std::string>& table_keys();
const std::vector<std::string>& answer_keys();
const std::vector<std::string>& cell_answer_keys();

/// A key of `cells` without the commas: "2.0.1, 2.8.0.." is two texts.
std::vector<std::string> split_key(std::string_view key);

/// The axes that "rows" and "columns" of a table's root name, in the order of the levels of `cells`.
Members table_levels(const JsonCursor& table);

/// The values of an axis as the keys of a table name them, each where it stands first. Reports, at `asked`, an axis
/// that the table does not have and keys that are patterns or ranges.
Members values_in_table(const JsonCursor& table, const std::string& axis, const JsonCursor& asked);

}  // namespace dllrepro::scenario

// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "harness/tree/places.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::scenario {

/// Reads a tree path of a file, a folder or a whole place; faults are reported and nothing is returned.
std::optional<tree::TreePath> folder_path(const JsonCursor& cursor);

/// Reads a tree path of one file, likewise.
std::optional<tree::TreePath> file_path(const JsonCursor& cursor);

/// Reads the path of a module that an expectation names, in tree notation: also "{system32}/x.dll" and "{windows}/...".
/// `exact` refuses what no loaded module can have; else a text such as "C:/x.dll" or "noext." is kept as it was asked
/// for.
std::optional<std::string> module_path(const JsonCursor& cursor, bool exact);

/// Reports names in braces that a text may not use: those that are no place, and braces without an end.
void check_places(const JsonCursor& cursor, const std::string& text);

/// Names of all places, system32 and windows among them.
const std::vector<std::string>& place_names();

/// "{system32}/..." or "{windows}/...".
bool is_system_path(std::string_view path);

}  // namespace dllrepro::scenario

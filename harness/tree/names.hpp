// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/tree/places.hpp"

namespace dllrepro::tree {

/// Names in a tree are held to what Windows takes, on every platform: a tree that only Linux could hold proves nothing.
/// Rules: Microsoft, "Naming Files, Paths, and Namespaces" (learn.microsoft.com/windows/win32/fileio/naming-a-file).

/// Says why Windows would not take `part` as the name of a file or folder; nothing when it would: reserved device names
/// (CON, NUL, COM1, CONIN$ ..., also with an ending), a dot or space at the end, <>:"|?* / \ and control characters,
/// more than 255 UTF-16 units. The answer reads after the quoted name: "is reserved for a device".
std::optional<std::string> fault_of_name(std::string_view part);

/// The text as NTFS compares it: upper case for Latin, Greek and Cyrillic letters, everything else as it is.
/// Input and output are UTF-8 of the same length, so that offsets stay valid.
std::string fold_case(std::string_view text);

/// Says whether a name or path matches a pattern of the same number of parts, case ignored: `*` stands for any number
/// of letters within one part, `?` for one.
bool matches_glob(std::string_view pattern, std::string_view path);

/// Says whether the text has `*` or `?` in it.
bool is_glob(std::string_view text);

/// What a text names inside a tree, or why it names nothing there: exactly one of the two is filled.
struct ParsedPath {
  TreePath path;
  std::string fault;  ///< a whole sentence fragment, with the text quoted
};

/// What a path may be, depending on who reads it.
enum class PathUse {
  Entry,    ///< one file or folder: a place alone or a glob are faults
  Subject,  ///< what remove, move and copy name: a file, a folder, a place, a glob
  Target,   ///< where move and copy lead: a file, a folder or a place
};

/// Brings a path of a fixture or scenario into its one spelling. Takes / and \ alike and drops "." and empty parts.
/// Faults: "..", absolute paths, drives, UNC, unknown places (with the nearest), {system32} and {windows}, names that
/// Windows does not take. A glob may also be a path that the places cut short: "{prefix}/Lib/*".
ParsedPath parse_tree_path(std::string_view text, PathUse use);

}  // namespace dllrepro::tree

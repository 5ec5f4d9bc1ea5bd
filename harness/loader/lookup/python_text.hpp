// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/util/json_document.hpp"

namespace dllrepro::loader::lookup {

// What Python's ntpath, sorted() and repr() make of texts on Windows. A look-up shows what they gave: in the paths that
// it hands out, in PATH, and in its messages.

/// ntpath.join of a folder and a relative path: no separator is added behind one.
std::string joined(std::string_view folder, std::string_view rest);

/// ntpath.dirname: what stands before the last slash of either kind.
std::string directory_of(std::string_view path);

/// What follows the last slash of either kind.
std::string name_of_file(std::string_view path);

/// ntpath.normpath: backslashes, no "." and no "..", no slash at the end.
std::string normalized(std::string_view path);

/// Says whether two paths are spelled the same but for case, slashes and "..": ntpath.normcase of ntpath.normpath.
bool spelled_alike(std::string_view a, std::string_view b);

/// Says whether a file's name fits one of the patterns with * and ?, case ignored.
bool fits_any(std::string_view name, const std::vector<std::string>& patterns);

/// Compares as cuda-pathfinder does, which splits a name into runs of text and of digits and compares these lists: as
/// natural_less does in "v9.9" before "v9.10", but case ignored, and a run of text as a whole ("a1" is before "a-").
bool numerically_before(std::string_view a, std::string_view b);

/// repr() of what JSON can hold: 'it', "it's", 3, 2.5, None, True, ['a', 'b'], {'a': 1}.
std::string repr(const Json& value);

/// str() of a float: 10.0, 0.25.
std::string float_text(double number);

/// Puts values in for {key}s; a { that begins none of the keys stays as it is.
std::string filled(std::string_view text, const std::vector<std::pair<std::string, std::string>>& values);

/// "forward", "backward" or "mixed": which slashes a path is written with; "backward" where it has none.
std::string_view slashes_of(std::string_view path);

}  // namespace dllrepro::loader::lookup

// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "harness/stub/spec.hpp"
#include "harness/tree/install.hpp"
#include "harness/tree/places.hpp"
#include "harness/util/diagnostic.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::tree {

/// What a tree holds at one path. In JSON, each an object:
///   {"text": "..."}     a file with these bytes (UTF-8)
///   {"folder": true}    a folder with nothing in it
///   {"host": true}      the probe under the host's name: `{prefix}/python.exe`
///   anything else       a stub spec (harness/stub/spec.hpp); {} is a good DLL
struct TextFile {
  std::string text;
};
struct EmptyFolder {};
struct HostExecutable {};

using Content = std::variant<stub::StubSpec, TextFile, EmptyFolder, HostExecutable>;

struct TreeFile {
  Content content;
  Location location;  ///< the line of the fixture or scenario that put it there
};

/// A resolved tree: every `use`, `add`, `remove`, `replace`, `move` and `copy` is done. Sorted by path, so that equal
/// trees have equal plans. Folders are there by what lies in them; one with nothing in it needs an EmptyFolder.
///
/// Of real packages a plan names the distribution and what is done to its files, and not its thousands of files: so a
/// cell stays small, and means the same on another machine.
struct TreePlan {
  std::map<TreePath, TreeFile> files;
  std::vector<InstallStep> installed;  ///< in order
};

/// {"files": {PATH: content, ...}, "installed": [step, ...]}, files sorted by path, `installed` left out when empty.
/// Locations stay behind: a plan that is read back names its own lines.
Json to_json(const TreePlan& plan);
Json to_json(const Content& content);

/// Reads what to_json wrote. Faults (paths, contents, collisions) are reported through the cursor.
TreePlan parse_tree_plan(const JsonCursor& cursor);
Content parse_content(const JsonCursor& cursor);

}  // namespace dllrepro::tree

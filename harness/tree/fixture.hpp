// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/tree/plan.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::tree {

/// One step of a tree's making, as the file states it.
struct TreeChange {
  enum class Verb {
    Add,      ///< "add": {PATH: content}      the path must be free; {"host": true} may come twice
    Remove,   ///< "remove": [PATH, ...]       a file, a folder with all that is in it, or a glob
    Replace,  ///< "replace": {PATH: content}  the path must be there
    Move,     ///< "move": {FROM: TO}          a file or a whole folder; a glob's matches go into the folder TO
    Copy,     ///< "copy": {FROM: TO}
    Install,  ///< "install": ["torch==2.15.0"]  a real package, pinned in fixtures/distributions.lock.json
    Machine,  ///< "machine": "arm64"          every stub that the tree holds by then is for this machine
  };

  Verb verb = Verb::Add;
  std::string path;     ///< a tree path, or a glob of one; of install, NAME==VERSION
  TreePath to;          ///< of move and copy
  Content content;      ///< of add and replace
  std::string machine;  ///< of machine: x64, x86, arm64
  Location location;    ///< of the path's key in the file
};

/// A tree as data: fixtures/trees/NAME.json, and "tree" of a scenario, a machine or an axis value.
///
///   { "schema": 1, "title": "...", "why": "...", "evidence": ["..."],      // required in fixtures/trees alone
///     "use": ["torch-cu132"],
///     "outside": ["nvcuda.dll"],
///     "install": ["cuda-pathfinder==1.8.4"],
///     "add": {...}, "remove": [...], "replace": {...}, "move": {...}, "copy": {...}, "machine": "arm64" }
///
/// Applied in this order: `use`, then the other keys as the file has them. A tree that was used before, by another tree
/// or layer, is not taken in a second time. "$schema" is for editors alone. Paths compare as on Windows: case ignored.
///
/// Installed files lie where pip puts them, below {site} and {prefix}; remove, replace, move and copy behind `install`
/// work on them, too. What they name is looked for when the tree is made: a cell whose tree lacks it is broken.
struct TreeFixture {
  std::string title;
  std::string why;
  std::vector<std::string> evidence;
  std::vector<std::pair<std::string, Location>> use;
  std::vector<std::string> outside;  ///< DLLs that stubs of this tree import and other trees or the machine provide
  std::vector<TreeChange> changes;
};

/// Reads a tree; faults are reported through the cursor, with what is right kept. Whether paths exist and names collide
/// shows when the tree is resolved.
TreeFixture parse_tree(const JsonCursor& cursor);

}  // namespace dllrepro::tree

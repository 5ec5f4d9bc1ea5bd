// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/tree/fixture.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::scenario {

/// What a host, a machine, a scenario and the value of an axis can each say about the child's surroundings: layers that
/// are put on top of each other, the later one winning.
///
///   tree         changes to the tree so far
///   environment  {NAME: text, or null to take back what an earlier layer set}; PATH is not set here
///   path_front   put in front of what earlier layers put in front
///   path_back    put behind what earlier layers put behind
struct Surroundings {
  std::vector<tree::TreeFixture> trees;
  std::vector<std::string> tree_texts;  ///< each layer's JSON: equal texts resolve to equal trees
  std::map<std::string, std::string> environment;
  std::vector<tree::TreePath> path_front;
  std::vector<tree::TreePath> path_back;

  /// Adds a layer: the keys above of an object.
  void add(const JsonCursor& object);
};

/// "tree", "environment", "path_front" and "path_back".
const std::vector<std::string>& surroundings_keys();

}  // namespace dllrepro::scenario

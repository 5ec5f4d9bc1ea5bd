// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <string>

#include "harness/run/cell_result.hpp"
#include "harness/run/compare_twin.hpp"
#include "harness/run/tree_pool.hpp"
#include "harness/scenario/cell.hpp"

namespace dllrepro::run {

/// A child that has run, with the tree that it ran in, until it is decided what becomes of the tree.
struct ChildOfCell {
  const scenario::Cell& cell;
  CellResult result;
  std::unique_ptr<TreeSlot> slot;
  std::map<std::string, std::string> environment;

  [[nodiscard]] bool was_judged() const;

  /// Writes beside the tree what a person who looks at it wants: the cell, the events, the environment, what was
  /// printed.
  void write_notes() const;
};

/// What two twins are compared by, in the tree's notation. Only views: the child outlives it.
class SideOfTwin {
 public:
  explicit SideOfTwin(const ChildOfCell& child);
  [[nodiscard]] TwinSide view() const;

 private:
  const ChildOfCell& m_child;
  Json m_results;
  Json m_environment;
  Json m_environment_at_start;
};

}  // namespace dllrepro::run

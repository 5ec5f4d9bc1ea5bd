// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include "harness/scenario/axes.hpp"

namespace dllrepro::scenario {

/// Which cells a `when` means: {axis: value, or a list of values, each exact or with * for any text}. All axes named
/// must agree; without a `when`, every cell.
class Selector {
 public:
  /// Reads "when" of an expectation, a gap or a skip; reports axes and values that do not exist, with the nearest.
  Selector(const JsonCursor& owner, const std::vector<Axis>& axes);

  [[nodiscard]] bool matches(const Combination& combination) const;

  /// Counts how many axes are named: an expectation for one cell of many is more specific than one for all.
  [[nodiscard]] std::size_t specificity() const { return m_wanted.size(); }

 private:
  void read_axis(const JsonCursor& values, const Axis& axis, std::size_t position);

  std::vector<std::pair<std::size_t, std::vector<bool>>> m_wanted;  ///< axis, and which of its values
};

}  // namespace dllrepro::scenario

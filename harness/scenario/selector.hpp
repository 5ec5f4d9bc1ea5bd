// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/scenario/axes.hpp"

namespace dllrepro::scenario {

/// Which cells a `when` means: {axis: text, or a list of texts}, each meaning values as values_meant tells: a name, a
/// pattern with *, or a range. All axes named must agree; without a `when`, every cell.
class Selector {
 public:
  /// Reads "when" of an expectation, a gap or a skip; reports axes and values that do not exist, with the nearest.
  Selector(const JsonCursor& owner, const std::vector<Axis>& axes);

  /// Something was reported, or the key itself is misspelt: nobody knows which cells are meant. It then matches none,
  /// and what would follow from that is not to be reported as well.
  [[nodiscard]] bool faulty() const { return m_faulty; }

  [[nodiscard]] bool matches(const Combination& combination) const;

 private:
  void read_axis(const JsonCursor& values, const Axis& axis, std::size_t position);
  void refuse(const JsonCursor& value, std::string message);

  std::vector<std::pair<std::size_t, std::vector<bool>>> m_wanted;  ///< axis, and which of its values
  bool m_faulty = false;
};

}  // namespace dllrepro::scenario

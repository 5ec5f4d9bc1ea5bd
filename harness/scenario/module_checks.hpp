// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <utility>

#include "harness/scenario/cell.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::scenario {

/// Holds the modules that statements name against the trees of the cells that they are about: a typing error in
/// `not_resident` would pass unseen.
class ModuleChecks {
 public:
  /// Reports what is to be resident or loaded and is in no file of the cell's tree; nothing when the cell has no tree.
  void check(const JsonCursor& statement, const Cell& cell);

  /// After the last cell: reports modules that are said not to be resident and that no cell has to do with.
  void finish(Diagnostics& diagnostics) const;

 private:
  struct Absentee {
    Location location;
    bool known = false;
    std::string nearest;
  };

  std::map<std::pair<std::string, std::string>, Absentee> m_absentees;  ///< by file with pointer, and text
};

}  // namespace dllrepro::scenario

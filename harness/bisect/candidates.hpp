// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/bisect/bisection.hpp"
#include "harness/scenario/cell.hpp"

namespace dllrepro::bisect {

/// One value of the axis that is searched, with its cell.
struct Candidate {
  std::string value;
  scenario::Cell cell;
};

/// The cells of one scenario as candidates, in the order in which the axis has its values. Throws BadInput when there
/// is no such axis (nearest named), when it has one value, when the cells are of several scenarios, or when another
/// axis still has several values: then each value of the axis has more than one cell, and a filter must choose.
std::vector<Candidate> candidates_of(const std::vector<scenario::Cell>& cells, const std::string& axis);

/// The position of an axis value. Throws BadInput, with the nearest value, when there is none.
std::size_t position_of(const std::vector<Candidate>& candidates, const std::string& value, const std::string& axis);

/// The changes that the scenario itself expects between two candidates, from what its expectations say; candidates
/// without an expected outcome are passed over.
std::vector<Change> expected_changes(const std::vector<Candidate>& candidates, std::size_t one, std::size_t other);

}  // namespace dllrepro::bisect

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
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

/// Candidates, or what of the command line can't be searched.
struct Choice {
  std::vector<Candidate> candidates;
  std::string refusal;  ///< "": all is well
};

/// The cells of one scenario as candidates, in the order in which the axis has its values. Refused when there is no
/// such axis (nearest named), when it has one value, when the cells are of several scenarios, or when another axis
/// still has several values: then each value of the axis has more than one cell, and a filter must choose.
Choice candidates_of(const std::vector<scenario::Cell>& cells, const std::string& axis);

/// The position of an axis value, nothing when there is none.
std::optional<std::size_t> position_of(const std::vector<Candidate>& candidates, const std::string& value);

/// Says that an axis has no such value, with the nearest one and all there are.
std::string explain_unknown_value(const std::vector<Candidate>& candidates, const std::string& value,
                                  const std::string& axis);

/// What the scenario's expectations of any candidate state that the program remembers: what a signature has to tell.
Names names_stated(const std::vector<Candidate>& candidates);

/// The changes that the scenario itself expects between two candidates, from what its expectations say; candidates
/// without an expected outcome are passed over.
std::vector<Change> expected_changes(const std::vector<Candidate>& candidates, std::size_t one, std::size_t other);

}  // namespace dllrepro::bisect

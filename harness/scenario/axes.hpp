// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/scenario/beside.hpp"
#include "harness/scenario/scenario.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::scenario {

/// One value of each axis: indices into Axis::values, in the order of the axes.
using Combination = std::vector<std::size_t>;

/// Reads host, machine, loader and axes from a scenario's root, and from files beside it what these name. Reports:
/// names that are no names, used twice, or mean something else in braces; axes and values that are empty or given
/// twice; unknown keys of patches; files that are not there or are no axis.
std::vector<Axis> parse_axes(const JsonCursor& root, BesideFiles& files, Diagnostics& diagnostics);

/// How many combinations the axes have; at most `limit` + 1, so that it can't overflow.
std::size_t count_combinations(const std::vector<Axis>& axes, std::size_t limit);

/// The combination after this one, the last axis changing fastest. Returns false, back at the first, after the last.
bool advance(Combination& combination, const std::vector<Axis>& axes);

/// `fix=none,host=python-org`: what is shown of a combination; "" when nothing is.
std::string describe(const Combination& combination, const std::vector<Axis>& axes);

/// Keys that the value of an axis may hold.
const std::vector<std::string>& patch_keys();

/// "host", "machine" and "loader": the keys that name fixtures, and are axes when they name several.
const std::vector<std::string>& reference_axes();

/// Keys of a scenario.
const std::vector<std::string>& scenario_keys();

}  // namespace dllrepro::scenario

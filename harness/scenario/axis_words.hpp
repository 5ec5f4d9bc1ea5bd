// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "harness/scenario/scenario.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::scenario {

/// The names of an axis's values, in its order.
std::vector<std::string> value_names(const Axis& axis);

/// The names of all axes.
std::vector<std::string> axis_names(const std::vector<Axis>& axes);

/// Which values of an axis a text means, one flag for each: the value of that name; those that fit a pattern in which *
/// stands for any text; or those from one to another in the axis's order, `1.8.0..1.8.4` with both ends, `1.8.0..` to
/// the last, `..1.8.4` from the first. A text that means none is reported at `place`, with the nearest value.
std::vector<bool> values_meant(const JsonCursor& place, const Axis& axis, const std::string& text);

/// `; did you mean "x"?`, or all that there are.
std::string nearest_or_all(const std::string& word, const std::vector<std::string>& known);

}  // namespace dllrepro::scenario

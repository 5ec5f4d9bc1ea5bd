// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/scenario/beside.hpp"
#include "harness/scenario/scenario.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::scenario {

/// Adds a value that stands at `place`, in `document` when that is not the scenario. Reports a name that is none, and
/// one that the axis has already.
void add_value(Axis& axis, const JsonCursor& place, std::string name, Json value,
               const std::shared_ptr<const JsonDocument>& document = nullptr);

/// Reads the values of an axis of "axes": a list of scalars, an object of patches, or {"from": FILE, "only"}.
void read_values(Axis& axis, const JsonCursor& cursor, BesideFiles& files, Diagnostics& diagnostics);

/// Keys of NAME.axis.json.
const std::vector<std::string>& axis_file_keys();

}  // namespace dllrepro::scenario

// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

namespace dllrepro::scenario {

/// The published JSON Schemas (draft 2020-12) by name: "scenario", "table", "axis", "tree", "host", "machine",
/// "loader", "catalog", "stub", "record", "distributions". Each needs no other file. They are put together from
/// schema_parts.json and the parsers' own tables, and published as harness/scenario/NAME.schema.json, for editors; a
/// test holds the files against this.
std::vector<std::string_view> schema_names();

/// The text of a schema, "" for an unknown name.
std::string_view schema_text(std::string_view name);

}  // namespace dllrepro::scenario

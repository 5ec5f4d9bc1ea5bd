// SPDX-License-Identifier: MIT
#pragma once

#include "harness/util/json_document.hpp"

namespace dllrepro::loader {

/// The JSON Schema (2020-12) of a list of operations, made from the table of verbs. It is published as
/// harness/loader/operations.schema.json; a test holds the file against it. Definitions: "operation", "condition".
Json operations_schema();

}  // namespace dllrepro::loader

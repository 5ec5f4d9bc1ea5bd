// SPDX-License-Identifier: MIT
#pragma once

#include "harness/util/json_document.hpp"

namespace dllrepro::loader::lookup {

/// JSON Schema of what release_parser.hpp tells of: definitions "lookup_rules", "lookup_library" and those that they
/// refer to, all but "operations".
Json definitions();

}  // namespace dllrepro::loader::lookup

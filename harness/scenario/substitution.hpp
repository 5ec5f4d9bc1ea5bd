// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/util/json_document.hpp"

namespace dllrepro::scenario {

/// Values of axes by name: a scalar as the file has it, the value's name as a text for patches and fixtures.
using Substitutions = std::vector<std::pair<std::string, Json>>;

/// Puts the values in for every `{axis}` in a scenario's texts and keys. A text that is nothing but `{axis}` becomes
/// the value itself, a number for instance; `{{` and `}}` are left as they are. What describes the scenario or names
/// cells is not touched: title, why, evidence, covers, tags, every "when", and the names of axes and their values. The
/// result is the same file: its places are those of the text that a person wrote. Of the patches of axes only those at
/// `patches` ("/axes/AXIS/VALUE") are in it, with none named all.
JsonDocument substitute(const JsonDocument& document, const Substitutions& values, std::set<std::string> patches = {});

/// The same for one value of a file beside a scenario, at a pointer whose keys stand as they are: the document that
/// comes back holds it and what encloses it, nothing else.
JsonDocument substitute_at(const JsonDocument& document, const std::string& pointer, const Substitutions& values);

}  // namespace dllrepro::scenario

// SPDX-License-Identifier: MIT
#pragma once

#include "harness/scenario/expectation.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::scenario {

/// Reads the keys of an expectation from an object; keys of the surroundings ("when") are the caller's, who checks for
/// unknown ones. Reports wrong types and words, numbers beyond 32 bits, empty lists that say nothing, regular
/// expressions that don't compile, and keys that don't fit the outcome ("clock" with any but "hang").
Expectation parse_expectation(const JsonCursor& cursor);

/// Reads a text or an object of contains, absent, equals and matches.
TextExpectation parse_text_expectation(const JsonCursor& cursor);

/// Says which outcomes a key may stand with, empty for a key that fits all.
std::vector<std::string> outcomes_of_key(std::string_view key);

/// The keys given that do not fit the outcome; none when no outcome is stated.
std::vector<std::string> keys_not_fitting(const Expectation& expectation);

}  // namespace dllrepro::scenario

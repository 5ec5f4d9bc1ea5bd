// SPDX-License-Identifier: MIT
// The parts of actions: values, symbols, conditions, texts. Readers report through the cursor and return what could be
// read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/stub/action.hpp"
#include "harness/stub/text.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::stub {

Value parse_value(const JsonCursor& cursor);
Json to_json(const Value& value);

/// The words a VALUE may be.
const std::vector<std::string>& value_words();

Symbol parse_symbol(const JsonCursor& cursor);
Json to_json(const Symbol& symbol);

Condition parse_condition(const JsonCursor& cursor);
Json to_json(const Condition& condition);

/// The words a CONDITION may have as its key.
const std::vector<std::string>& condition_words();

/// A text whose tokens are known ones.
std::string parse_text(const JsonCursor& cursor);

/// A text that is not empty and has no tokens: the name of a module, a thread, an event, a lock.
std::string parse_name(const JsonCursor& cursor);

}  // namespace dllrepro::stub

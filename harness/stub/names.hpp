// SPDX-License-Identifier: MIT
#pragma once

#include "harness/stub/spec.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::stub {

/// Reports names in a spec's actions that nothing in the spec gives a meaning: a wait for an event that nothing signals
/// and no thread has, a thread or module that no "as" remembers, an unlock of what nothing locks, a call of an import
/// that is not in the import tables. A wait that is meant to be for ever is {"hang": "event"}.
void check_names(const JsonCursor& cursor, const StubSpec& spec);

}  // namespace dllrepro::stub

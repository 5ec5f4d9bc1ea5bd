// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "harness/util/json_document.hpp"

namespace dllrepro::probe {

/// The `start` event without "at": pid, exe, protocol, and on what system it runs.
Json start_event();

/// The `state` event without "at": resident modules in load order, environment, working directory, DLL directory.
Json state_event(Json results);

}  // namespace dllrepro::probe

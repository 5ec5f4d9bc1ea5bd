// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "harness/process/event.hpp"

namespace dllrepro::process {

/// Paths of the modules that `load` and `unload` events leave loaded, in the order in which they were loaded. Paths are
/// compared without regard to case; a module loaded twice counts once until it is unloaded.
std::vector<std::string> modules_seen(const Events& events);

}  // namespace dllrepro::process

// SPDX-License-Identifier: MIT
#pragma once

#include "harness/pe/context.hpp"

namespace dllrepro::pe {

/// Reads the load configuration into Image::load_config. The structure's own first field says how long it is: linkers
/// write shorter ones than today's, and PE32's data directory always says 64.
void read_load_config(Context& context);

}  // namespace dllrepro::pe

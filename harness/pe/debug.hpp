// SPDX-License-Identifier: MIT
#pragma once

#include "harness/pe/context.hpp"

namespace dllrepro::pe {

/// Reads the debug directory into Image::debug: what kinds of debug data there are, and the symbol file's path.
void read_debug(Context& context);

/// Reads the start of the CLR header of a .NET image into Image::clr.
void read_clr(Context& context);

}  // namespace dllrepro::pe

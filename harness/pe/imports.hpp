// SPDX-License-Identifier: MIT
#pragma once

#include "harness/pe/context.hpp"

namespace dllrepro::pe {

/// Reads the import directory into Image::imports, in the file's order. As the loader does, it goes on to the
/// descriptor without name or address table, whatever size the data directory gives.
void read_imports(Context& context);

/// Reads the delay-import directory into Image::delay_imports.
void read_delay_imports(Context& context);

}  // namespace dllrepro::pe

// SPDX-License-Identifier: MIT
#pragma once

#include "harness/pe/context.hpp"

namespace dllrepro::pe {

/// Reads the resource directory, three levels deep (type, name, language), into Image::resources, and what the loader
/// reads of it: the version (the first, name 1 as a rule) and all manifests.
void read_resources(Context& context);

}  // namespace dllrepro::pe

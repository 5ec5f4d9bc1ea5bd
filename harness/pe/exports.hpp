// SPDX-License-Identifier: MIT
#pragma once

#include "harness/pe/context.hpp"

namespace dllrepro::pe {

/// Reads the export directory into Image::exports. An address within the directory's own range is that of a forwarder's
/// text. Names out of order are an anomaly: the loader searches them by halves and does not find them.
void read_exports(Context& context);

}  // namespace dllrepro::pe

// SPDX-License-Identifier: MIT
#pragma once

#include "harness/cli/invocation.hpp"

namespace dllrepro::cli {

/// `dllrepro pe`. Prints what a PE image says of itself.
ExitCode pe_command(const Invocation& invocation);

}  // namespace dllrepro::cli

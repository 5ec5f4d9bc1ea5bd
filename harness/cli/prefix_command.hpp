// SPDX-License-Identifier: MIT
#pragma once

#include "harness/cli/invocation.hpp"

namespace dllrepro::cli {

/// `dllrepro prefix`. Makes the Wine prefix ready, starts its server, and prints the prefix's path; on Linux alone.
ExitCode prefix_command(const Invocation& invocation);

}  // namespace dllrepro::cli

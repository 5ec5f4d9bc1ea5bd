// SPDX-License-Identifier: MIT
#pragma once

#include "harness/cli/invocation.hpp"

namespace dllrepro::cli {

/// `dllrepro check`. Reads scenarios, fixtures, stub specs and cells, and prints every fault.
ExitCode check_command(const Invocation& invocation);

}  // namespace dllrepro::cli

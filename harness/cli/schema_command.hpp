// SPDX-License-Identifier: MIT
#pragma once

#include "harness/cli/invocation.hpp"

namespace dllrepro::cli {

/// `dllrepro schema`. Prints the JSON Schema of a file format.
ExitCode schema_command(const Invocation& invocation);

}  // namespace dllrepro::cli

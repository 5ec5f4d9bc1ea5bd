// SPDX-License-Identifier: MIT
#pragma once

#include "harness/cli/invocation.hpp"

namespace dllrepro::cli {

/// `dllrepro stub`. Composes one stub DLL from its spec.
ExitCode stub_command(const Invocation& invocation);

}  // namespace dllrepro::cli

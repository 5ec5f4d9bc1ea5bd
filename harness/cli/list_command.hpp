// SPDX-License-Identifier: MIT
#pragma once

#include "harness/cli/invocation.hpp"

namespace dllrepro::cli {

/// `dllrepro list`. Lists scenarios, cells, tags, rows of the record or fixtures; prints a matrix for GitHub Actions.
ExitCode list_command(const Invocation& invocation);

}  // namespace dllrepro::cli

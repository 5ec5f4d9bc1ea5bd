// SPDX-License-Identifier: MIT
#pragma once

#include "harness/cli/run_command.hpp"
#include "harness/run/journal.hpp"

namespace dllrepro::cli {

/// Writes the reports that were asked for; the console report goes to stdout unless another report does. Where GitHub
/// Actions runs us ($GITHUB_ACTIONS), its annotations are written as well. Every report is tried; throws
/// EnvironmentFailure with all that could not be written. Where each lies is told on stderr.
void write_reports(const RunArguments& arguments, const run::RunRecord& record);

}  // namespace dllrepro::cli

// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "harness/run/environment.hpp"
#include "harness/run/run_options.hpp"
#include "harness/scenario/cell.hpp"

namespace dllrepro::run {

/// Why this machine can't run the cell, "" when it can: the scenario declares it, there is no probe for the
/// architecture, or the machine's System32 is another one. Nothing is ever put into or taken out of a real Windows;
/// under Wine a machine whose System32 differs has a prefix of its own.
std::string why_skipped(const scenario::Cell& cell, const RunOptions& options, const MachineFacts& machine);

}  // namespace dllrepro::run

// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "harness/run/environment.hpp"
#include "harness/run/run_options.hpp"
#include "harness/scenario/cell.hpp"

namespace dllrepro::run {

/// Why this machine can't run the cell, "" when it can: the scenario declares it, there is no probe for the
/// architecture, or a DLL that the cell's machine must lack is in a real Windows' System32 (nothing is ever taken out
/// of there; under Wine an override hides it).
std::string why_skipped(const scenario::Cell& cell, const RunOptions& options, const MachineFacts& machine);

}  // namespace dllrepro::run

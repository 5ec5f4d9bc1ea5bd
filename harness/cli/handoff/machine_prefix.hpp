// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "harness/cli/handoff/wine_prefix.hpp"
#include "harness/scenario/system32.hpp"

namespace dllrepro::cli::handoff {

/// Under Wine every prefix is a Windows of its own, with its own System32 and server. So a machine whose System32
/// differs has a prefix of its own, made once and kept:
///
///   BASE.machines/KEY     hard links to the base prefix's drive C:, copies of its registry, and what differs
///
/// A DLL that is taken away is then as absent as on Windows: the search goes on behind System32. (An override in Wine's
/// registry stops the search instead: tried with Wine 8.0.)
///
/// Makes the machine's prefix ready, which costs 0.2 s where it is not there and some milliseconds where it is; `base`
/// is ready and warm. Prefixes of machines that were not used for k_kept_days go. Returns the folder; for a plain
/// machine that of the base. Throws EnvironmentFailure.
std::filesystem::path prepare_machine(const WinePrefix& base, const scenario::System32& machine);

/// Takes away and puts into a prefix's System32 what the machine says; what is right already is left as it is.
void furnish(const std::filesystem::path& prefix, const scenario::System32& machine);

inline constexpr int k_kept_days = 7;

}  // namespace dllrepro::cli::handoff

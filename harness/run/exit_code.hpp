// SPDX-License-Identifier: MIT
#pragma once

#include "harness/run/journal.hpp"
#include "harness/util/exit_codes.hpp"

namespace dllrepro::run {

/// What a run means to its caller. The run's own ending first (Interrupted, EnvironmentBroken), then the worst cell:
/// a failure or an unexpected pass is ExpectationFailed; a broken cell, when nothing failed, is EnvironmentBroken,
/// because nothing was learnt about the scenario (a bisection must skip there, not blame). No cells: NothingSelected.
ExitCode exit_code_of(const RunRecord& record);

}  // namespace dllrepro::run

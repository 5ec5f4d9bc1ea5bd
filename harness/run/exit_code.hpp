// SPDX-License-Identifier: MIT
#pragma once

#include "harness/run/journal.hpp"
#include "harness/util/exit_codes.hpp"

namespace dllrepro::run {

/// What a run means to its caller. The run's own ending first (Interrupted, EnvironmentBroken), then the worst cell:
/// a failure or an unexpected pass is ExpectationFailed; a broken cell, when nothing failed, is CellBroken, because
/// nothing was learnt about the scenario (a bisection must skip there, not blame). No cells: NothingSelected.
ExitCode exit_code_of(const RunRecord& record);

/// Says whether a run that came to its end skipped every cell: all is as expected, yet nobody knows more than before. A
/// run that was interrupted or whose environment failed is no such run, whatever its cells say.
bool learnt_nothing(const RunRecord& record);

}  // namespace dllrepro::run

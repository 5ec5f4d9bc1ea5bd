// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "harness/run/outcome.hpp"
#include "harness/scenario/expectation.hpp"

namespace dllrepro::bisect {

/// What two candidates must have in common to be called the same: outcome, error or status or exit code, module, phase
/// and clock. Messages and steps are left out, since they hold paths and positions that differ between releases.
///
///   "ok"   "load error 126 of torch/lib/shm.dll in loader"   "hang in exit by the exit clock"
using Signature = std::string;

Signature signature_of(const run::Outcome& outcome);

/// The same of an expectation, "" when it names no outcome. Members that it does not state are left out, so it compares
/// with other expectations only.
Signature signature_of(const scenario::Expectation& expectation);

}  // namespace dllrepro::bisect

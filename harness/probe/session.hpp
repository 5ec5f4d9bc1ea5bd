// SPDX-License-Identifier: MIT
#pragma once

#include "harness/loader/plan.hpp"
#include "harness/probe/event_writer.hpp"

namespace dllrepro::probe {

/// Runs a plan: host, loader and steps, then `state` and `done`. Returns what the process is to end with: 0, or the
/// code of an `exit` operation.
unsigned run_session(const loader::Plan& plan, EventWriter& writer);

}  // namespace dllrepro::probe

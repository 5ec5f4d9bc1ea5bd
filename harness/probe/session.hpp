// SPDX-License-Identifier: MIT
#pragma once

#include "harness/loader/plan.hpp"
#include "harness/probe/event_writer.hpp"

namespace dllrepro::probe {

/// Runs a plan: host, loader and steps, then `state` and `done`; of a host that is a real interpreter, all but the
/// host's own operations inside of it. Returns what the process is to end with: 0, the code of an `exit` operation, or
/// the interpreter's.
unsigned run_session(const loader::Plan& plan, EventWriter& writer);

}  // namespace dllrepro::probe

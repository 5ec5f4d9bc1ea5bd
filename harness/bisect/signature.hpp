// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "harness/process/event.hpp"
#include "harness/run/outcome.hpp"
#include "harness/scenario/expectation.hpp"

namespace dllrepro::bisect {

/// What two candidates must have in common to be called the same: outcome, error or status or exit code, module, phase
/// and clock, and what was returned where the scenario looks at that: a library that is found no longer may well end a
/// program as it should. Messages and steps are left out, since they hold paths and positions that differ between
/// releases.
///
///   "ok"   "load error 126 of torch/lib/shm.dll in loader"   "hang in exit by the exit clock"   "ok, cupti: none"
using Signature = std::string;

/// Names under which a program remembers what it was given, those that a signature tells.
using Names = std::vector<std::string>;

/// The events are the run's; the last of kind `state` has what was remembered.
Signature signature_of(const run::Outcome& outcome, const process::Events& events = {}, const Names& remembered = {});

/// The same of an expectation, "" when it names no outcome. Members that it does not state are left out, so it compares
/// with other expectations only.
Signature signature_of(const scenario::Expectation& expectation, const Names& remembered = {});

/// The names that an expectation states values of; those of details ("cupti.found_via") aside where the thing itself is
/// stated, too. Of a load that may fail the detail "dll.error" may be all that is.
Names names_stated(const scenario::Expectation& expectation);

}  // namespace dllrepro::bisect

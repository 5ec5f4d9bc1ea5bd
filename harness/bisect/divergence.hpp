// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/process/event.hpp"

namespace dllrepro::bisect {

/// Where two runs part: the first of their telling events that differ, as one line each. "" on one side: that run had
/// come to its end.
struct Divergence {
  std::string good;
  std::string bad;
  std::size_t good_event = 0;  ///< index into the run's events
  std::size_t bad_event = 0;
};

/// Compares the events that tell what the loader did (modules loaded and unloaded, operations that failed, what was
/// raised and warned of, clocks, the process's end) one by one; times, addresses, process ids and step numbers differ
/// between any two runs and are passed over.
///
/// Returns where they part; both texts empty when they never do.
Divergence first_divergence(const process::Events& good, const process::Events& bad);

}  // namespace dllrepro::bisect

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "harness/scenario/expectation.hpp"

namespace dllrepro::scenario {

/// Two expectations of the same cell that can't both be met.
struct Contradiction {
  std::string key;      ///< of the later expectation
  std::string message;  ///< reads after the key: `is 193 here and 126 there`
};

/// Adds what `more` states to `into`, so that both must be met: lists and texts that must be found add up, single
/// values must be the same. Returns what contradicts; `into` keeps its own value there. `into` takes the location of
/// the first that states an outcome, as that is what a failure is about.
std::vector<Contradiction> merge(Expectation& into, const Expectation& more);

/// Puts what `more` states in the place of what `into` stated of the same.
void replace(Expectation& into, const Expectation& more);

}  // namespace dllrepro::scenario

// SPDX-License-Identifier: MIT
#include "harness/run/run_options.hpp"

#include <algorithm>
#include <thread>

namespace dllrepro::run {

unsigned default_jobs() {
  constexpr unsigned k_per_core = 4;
  return k_per_core * std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace dllrepro::run

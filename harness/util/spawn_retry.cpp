// SPDX-License-Identifier: MIT
#include "harness/util/spawn_retry.hpp"

#include <chrono>
#include <thread>

namespace dllrepro {

std::uint32_t start_with_retries(const std::function<std::uint32_t()>& start, const RetrySink& on_retry) {
  std::uint32_t error = start();
  for (int attempt = 1; error == k_internal_error && attempt <= k_most_retries; ++attempt) {
    on_retry(error, attempt);
    std::this_thread::sleep_for(attempt * std::chrono::milliseconds(10));
    error = start();
  }
  return error;
}

}  // namespace dllrepro

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>

namespace dllrepro {

/// ERROR_INTERNAL_ERROR. Wine 8.0 gives it once in some 2,000 starts when several threads start processes; the next
/// attempt then succeeds.
inline constexpr std::uint32_t k_internal_error = 1359;

inline constexpr int k_most_retries = 3;

/// Called before each new attempt with the error of the last one and the number of that one, from 1.
using RetrySink = std::function<void(std::uint32_t error, int attempt)>;

/// Calls `start`, which returns a Win32 error or 0, again while it fails with k_internal_error, up to k_most_retries
/// times and a little later each time. Returns what the last call did.
std::uint32_t start_with_retries(const std::function<std::uint32_t()>& start, const RetrySink& on_retry);

}  // namespace dllrepro

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace dllrepro::loader {

/// Thrown by `exit`, as SystemExit is in Python: `finally` blocks run on its way out, `except` blocks don't see it.
struct ProgramExit {
  std::uint32_t code = 0;
};

}  // namespace dllrepro::loader

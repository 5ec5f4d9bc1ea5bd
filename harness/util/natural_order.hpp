// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace dllrepro {

/// Compares as people count, numbers by their value and all else letter by letter: "S1.2" before "S1.10", "v9.9" before
/// "v9.10".
bool natural_less(std::string_view a, std::string_view b);

struct NaturalLess {
  using is_transparent = void;
  bool operator()(std::string_view a, std::string_view b) const { return natural_less(a, b); }
};

}  // namespace dllrepro

// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace dllrepro {

/// Lower-cases A-Z and leaves every other byte alone, whatever the locale; safe on UTF-8.
inline std::string ascii_lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  return lower;
}

/// Says whether two texts are the same but for the case of A-Z, as the loader compares module names (row L47 of the
/// record).
inline bool ascii_equal_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && ascii_lower(a) == ascii_lower(b);
}

}  // namespace dllrepro

// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "harness/util/ascii.hpp"
#include "harness/util/wildcard.hpp"

namespace dllrepro::probe {

/// Says whether a file's name fits a pattern with * and ?, the case of A-Z ignored, as Python's glob does on Windows.
inline bool fits_wildcard(std::string_view name, std::string_view pattern) {
  return matches_wildcard(ascii_lower(pattern), ascii_lower(name),
                          [](char wanted, char letter) { return wanted == '?' || wanted == letter; });
}

}  // namespace dllrepro::probe

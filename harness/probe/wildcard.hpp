// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "harness/util/ascii.hpp"

namespace dllrepro::probe {

/// Says whether a file's name fits a pattern with * and ?, the case of A-Z ignored, as Python's glob does on Windows.
inline bool fits_wildcard(std::string_view name, std::string_view pattern) {
  const std::string lower_name = ascii_lower(name);
  const std::string lower_pattern = ascii_lower(pattern);
  std::size_t in_name = 0;
  std::size_t in_pattern = 0;
  std::size_t star = std::string::npos;
  std::size_t matched_by_star = 0;
  while (in_name < lower_name.size()) {
    const char wanted = in_pattern < lower_pattern.size() ? lower_pattern[in_pattern] : '\0';
    if (wanted == '*') {
      star = in_pattern++;
      matched_by_star = in_name;
    } else if (wanted == '?' || wanted == lower_name[in_name]) {
      ++in_name;
      ++in_pattern;
    } else if (star != std::string::npos) {
      in_pattern = star + 1;
      in_name = ++matched_by_star;
    } else {
      return false;
    }
  }
  return lower_pattern.find_first_not_of('*', in_pattern) == std::string::npos;
}

}  // namespace dllrepro::probe

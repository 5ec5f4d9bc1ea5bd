// SPDX-License-Identifier: MIT
#include "harness/util/natural_order.hpp"

#include <algorithm>

namespace dllrepro {

namespace {

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

/// Takes the digits at the front off `text`, without leading zeros.
std::string_view take_number(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && is_digit(text[length])) {
    ++length;
  }
  std::string_view number = text.substr(0, length);
  text.remove_prefix(length);
  number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
  return number;
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a[0]) && is_digit(b[0])) {
      const std::string_view left = take_number(a);
      const std::string_view right = take_number(b);
      if (left != right) {
        return left.size() != right.size() ? left.size() < right.size() : left < right;
      }
    } else if (a[0] != b[0]) {
      return a[0] < b[0];
    } else {
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  return a.size() < b.size();
}

}  // namespace dllrepro

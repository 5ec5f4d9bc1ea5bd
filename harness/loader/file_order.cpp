// SPDX-License-Identifier: MIT
#include "harness/loader/file_order.hpp"

#include <algorithm>
#include <cstdint>

namespace dllrepro::loader {

namespace {

std::string sort_key(const std::string& path) {
  std::string name = path.substr(path.find_last_of("\\/") + 1);
  std::transform(name.begin(), name.end(), name.begin(), [](char letter) {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  });
  return name;
}

bool naturally_before(const std::string& a, const std::string& b) {
  const auto is_digit = [](char byte) { return byte >= '0' && byte <= '9'; };
  std::size_t at = 0;
  std::size_t bt = 0;
  while (at < a.size() && bt < b.size()) {
    if (is_digit(a[at]) && is_digit(b[bt])) {
      const auto number_at = [&](const std::string& text, std::size_t& from) {
        std::uint64_t number = 0;
        for (; from < text.size() && is_digit(text[from]); ++from) {
          number = number * 10 + static_cast<std::uint64_t>(text[from] - '0');
        }
        return number;
      };
      const std::uint64_t number_a = number_at(a, at);
      const std::uint64_t number_b = number_at(b, bt);
      if (number_a != number_b) {
        return number_a < number_b;
      }
    } else if (a[at] != b[bt]) {
      return a[at] < b[bt];
    } else {
      ++at;
      ++bt;
    }
  }
  return at == a.size() && bt < b.size();
}

}  // namespace

void order_files(std::vector<std::string>& files, std::string_view order) {
  if (order == "as_found") {
    return;
  }
  const bool natural = order == "newest";
  std::stable_sort(files.begin(), files.end(), [&](const std::string& a, const std::string& b) {
    return natural ? naturally_before(sort_key(a), sort_key(b)) : sort_key(a) < sort_key(b);
  });
  if (natural || order == "reverse") {
    std::reverse(files.begin(), files.end());
  }
}

}  // namespace dllrepro::loader

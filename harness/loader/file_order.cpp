// SPDX-License-Identifier: MIT
#include "harness/loader/file_order.hpp"

#include <algorithm>

#include "harness/util/natural_order.hpp"

namespace dllrepro::loader {

namespace {

std::string sort_key(const std::string& path) {
  std::string name = path.substr(path.find_last_of("\\/") + 1);
  std::transform(name.begin(), name.end(), name.begin(), [](char letter) {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  });
  return name;
}

}  // namespace

void order_files(std::vector<std::string>& files, std::string_view order) {
  if (order == "as_found") {
    return;
  }
  const bool natural = order == "newest";
  std::stable_sort(files.begin(), files.end(), [&](const std::string& a, const std::string& b) {
    return natural ? natural_less(sort_key(a), sort_key(b)) : sort_key(a) < sort_key(b);
  });
  if (natural || order == "reverse") {
    std::reverse(files.begin(), files.end());
  }
}

}  // namespace dllrepro::loader

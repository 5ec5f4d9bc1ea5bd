// SPDX-License-Identifier: MIT
#include "harness/tree/disk.hpp"

#include <random>
#include <string_view>

namespace dllrepro::tree::disk {

std::string random_name() {
  static constexpr std::string_view k_letters = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::random_device source;
  std::uniform_int_distribution<std::size_t> letter(0, k_letters.size() - 1);
  std::string name;
  for (int i = 0; i < 8; ++i) {
    name += k_letters[letter(source)];
  }
  return name;
}

}  // namespace dllrepro::tree::disk

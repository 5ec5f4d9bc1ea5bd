// SPDX-License-Identifier: MIT
#include "harness/tree/disk.hpp"

#include <random>

namespace dllrepro::tree::disk {

namespace {

constexpr std::string_view k_letters = "0123456789abcdefghijklmnopqrstuvwxyz";
constexpr std::size_t k_name_length = 8;

}  // namespace

std::string random_name() {
  std::random_device source;
  std::uniform_int_distribution<std::size_t> letter(0, k_letters.size() - 1);
  std::string name;
  while (name.size() < k_name_length) {
    name += k_letters[letter(source)];
  }
  return name;
}

bool is_random_name(std::string_view name) {
  return name.size() == k_name_length && name.find_first_not_of(k_letters) == std::string_view::npos;
}

}  // namespace dllrepro::tree::disk

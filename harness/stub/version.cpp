// SPDX-License-Identifier: MIT
#include "harness/stub/version.hpp"

#include <charconv>
#include <system_error>

namespace dllrepro::stub {

std::optional<std::array<std::uint16_t, 4>> parse_version(std::string_view text) {
  std::array<std::uint16_t, 4> parts{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t index = 0; index < parts.size(); ++index) {
    const auto [next, error] = std::from_chars(at, end, parts[index]);
    if (error != std::errc{}) {
      return std::nullopt;
    }
    if (next == end) {
      return parts;
    }
    if (*next != '.') {
      return std::nullopt;
    }
    at = next + 1;
  }
  return std::nullopt;
}

std::uint64_t version_number(std::string_view text) {
  const auto parts = parse_version(text).value_or(std::array<std::uint16_t, 4>{});
  return parts[0] * std::uint64_t{10000} + parts[1] * std::uint64_t{100} + parts[2];
}

}  // namespace dllrepro::stub

// SPDX-License-Identifier: MIT
#include "harness/pe/context.hpp"

#include <fmt/format.h>

namespace dllrepro::pe {

namespace {

constexpr std::size_t k_most_anomalies = 200;

}  // namespace

void add_anomaly(Image& image, std::uint64_t offset, std::string message) {
  if (image.anomalies.size() < k_most_anomalies) {
    image.anomalies.push_back({offset, std::move(message)});
  } else if (image.anomalies.size() == k_most_anomalies) {
    image.anomalies.push_back({offset, "more anomalies, not listed"});
  }
}

bool Context::spend(std::uint64_t amount) {
  if (m_exhausted) {
    return false;
  }
  if (amount > m_budget) {
    m_exhausted = true;
    add_anomaly(0, "the tables refer to more data than the file holds; the rest is not read");
    return false;
  }
  m_budget -= amount;
  return true;
}

std::optional<std::string> Context::take_text(std::uint64_t rva, std::uint64_t field, std::string_view what) {
  if (!spend(1)) {
    return std::nullopt;
  }
  std::optional<std::string> text = memory.text(rva, k_longest_name);
  if (!text) {
    // Only now is it worth knowing which of the two it was.
    if (memory.read<std::uint8_t>(rva)) {
      add_anomaly_at(rva, field, fmt::format("{} at RVA {:#x} has no end", what, rva));
      // A long run of bytes was looked through in vain.
      static_cast<void>(spend(k_longest_name));
    } else {
      report_outside(rva, field, what);
    }
    return std::nullopt;
  }
  if (!spend(text->size())) {
    return std::nullopt;
  }
  return text;
}

void Context::report_outside(std::uint64_t rva, std::uint64_t field, std::string_view what) {
  add_anomaly(field, fmt::format("{} at RVA {:#x} lies outside the image", what, rva));
}

}  // namespace dllrepro::pe

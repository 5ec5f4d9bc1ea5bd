// SPDX-License-Identifier: MIT
#include "harness/process/child.hpp"

#include <fmt/format.h>

namespace dllrepro::process {

std::string CapturedText::text() const {
  const std::uint64_t kept = head.size() + tail.size();
  if (total_bytes <= kept) {
    return head + tail;
  }
  return fmt::format("{}\n[... {} bytes left out ...]\n{}", head, total_bytes - kept, tail);
}

}  // namespace dllrepro::process

// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/line_filter.hpp"

#include <algorithm>
#include <utility>

namespace dllrepro::cli::handoff {

std::string LineFilter::filter(std::string_view text) {
  std::string pending = std::exchange(m_held, {});
  pending += text;
  std::string passed;
  std::size_t at = 0;
  while (at < pending.size()) {
    if (m_dropping) {
      const std::size_t end = pending.find('\n', at);
      m_dropping = end == std::string::npos;
      at = m_dropping ? pending.size() : end + 1;
      continue;
    }
    const std::size_t found = pending.find(m_mark, at);
    if (found != std::string::npos) {
      passed.append(pending, at, found - at);
      at = found;
      m_dropping = true;
      continue;
    }
    // The end of the text may be the beginning of a mark.
    std::size_t kept = std::min(m_mark.size() - 1, pending.size() - at);
    while (kept > 0 && pending.compare(pending.size() - kept, kept, m_mark, 0, kept) != 0) {
      --kept;
    }
    passed.append(pending, at, pending.size() - kept - at);
    m_held = pending.substr(pending.size() - kept);
    break;
  }
  return passed;
}

std::string LineFilter::rest() {
  return std::exchange(m_held, {});
}

}  // namespace dllrepro::cli::handoff

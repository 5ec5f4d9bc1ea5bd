// SPDX-License-Identifier: MIT
#include "harness/process/capture.hpp"

#include <algorithm>

namespace dllrepro::process {

void BoundedCapture::append(std::string_view bytes) {
  m_total += bytes.size();
  const std::size_t to_head = std::min(bytes.size(), k_head_bytes - m_head.size());
  m_head.append(bytes.substr(0, to_head));
  bytes.remove_prefix(to_head);

  if (bytes.size() >= k_tail_bytes) {
    m_ring.assign(bytes.substr(bytes.size() - k_tail_bytes));
    m_oldest = 0;
    return;
  }
  const std::size_t to_end = std::min(bytes.size(), k_tail_bytes - m_ring.size());
  m_ring.append(bytes.substr(0, to_end));
  bytes.remove_prefix(to_end);
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), k_tail_bytes - m_oldest);
    m_ring.replace(m_oldest, count, bytes.substr(0, count));
    m_oldest = (m_oldest + count) % k_tail_bytes;
    bytes.remove_prefix(count);
  }
}

CapturedText BoundedCapture::text() const {
  return {m_head, m_ring.substr(m_oldest) + m_ring.substr(0, m_oldest), m_total};
}

}  // namespace dllrepro::process

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "harness/process/child.hpp"

namespace dllrepro::process {

/// Keeps the first and the last bytes of a stream of any length, in bounded memory.
class BoundedCapture {
 public:
  static constexpr std::size_t k_head_bytes = 64 * 1024;
  static constexpr std::size_t k_tail_bytes = 64 * 1024;

  void append(std::string_view bytes);

  /// What was kept, in the stream's order. Nothing is left out as long as head and tail hold all of it.
  [[nodiscard]] CapturedText text() const;

 private:
  std::string m_head;
  std::string m_ring;  ///< the bytes after the head; once full, the oldest one stands at m_oldest
  std::size_t m_oldest = 0;
  std::uint64_t m_total = 0;
};

}  // namespace dllrepro::process

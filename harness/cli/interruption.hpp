// SPDX-License-Identifier: MIT
#pragma once

#include <stop_token>

namespace dllrepro::cli {

/// Turns requests to end into a stop request while it lives: Ctrl-C, Ctrl-Break, a closed console window; and for a
/// handed-off program the end of stdin or a line `stop` there. A second Ctrl-C ends the program at once; its children
/// go with it, since the job that each is in closes. One at a time.
class Interruption {
 public:
  explicit Interruption(bool handed_off);
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

 private:
  std::stop_source m_source;
};

}  // namespace dllrepro::cli

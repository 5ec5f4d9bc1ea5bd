// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "harness/process/clocks.hpp"
#include "harness/process/event.hpp"

namespace dllrepro::process {

/// The five clocks of one child, and what the child was at. Knows nothing of processes: times are handed in.
///
/// step runs while a step is open and starts anew with each step that begins or ends, so that of steps inside each
/// other it is the innermost that is measured. exit runs from `done` on. silence starts anew with every event and every
/// byte of output, and runs to the end.
class Watch {
 public:
  using Time = std::chrono::steady_clock::time_point;

  struct Deadline {
    Time time;
    Clock clock;
  };

  Watch(const Clocks& clocks, Time started);

  void saw_event(const Event& event, Time now);
  void saw_output(Time now) { m_last_sign = now; }

  /// The clock that trips first if nothing more is seen. Of several at the same time the one that says most.
  [[nodiscard]] Deadline next() const;

  [[nodiscard]] bool saw_done() const { return m_done; }

  /// `phase` ("start" before the first one, "exit" after `done`) and, of the innermost open step, `step`, `pointer` and
  /// `op` as its `begin` gave them.
  [[nodiscard]] Event where() const;

 private:
  Clocks m_clocks;
  Time m_started;
  Time m_last_sign;  ///< event or output
  Time m_last_step;  ///< begin or end
  Time m_done_at;
  bool m_spoke = false;
  bool m_done = false;
  std::string m_phase = "start";
  std::vector<Event> m_open;  ///< `begin` events without their `end`
};

}  // namespace dllrepro::process

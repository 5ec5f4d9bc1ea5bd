// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string_view>
#include <thread>

#include "harness/cli/progress_state.hpp"
#include "harness/cli/run_command.hpp"
#include "harness/run/executor.hpp"

namespace dllrepro::cli {

/// Shows a run's progress as it goes on: on a terminal one line that is redrawn, elsewhere a line per scenario that is
/// finished and, when nothing was for some seconds, one that says what is running. Results that are not as expected get
/// a line of their own at once. The line on the terminal is cleared at the end.
class ProgressDisplay {
 public:
  /// `write` gets whole pieces of text from any thread, one at a time.
  using Write = std::function<void(std::string_view)>;

  ProgressDisplay(ProgressState state, ProgressStyle style, std::size_t columns, Write write);
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;
  ~ProgressDisplay();

  /// What the executor is to call; refers to this object.
  [[nodiscard]] run::Progress callbacks();

 private:
  void tick();
  void finished(const run::CellResult& result);
  void line(std::string_view text);
  void redraw();

  std::mutex m_mutex;
  std::condition_variable m_wake;
  ProgressState m_state;
  ProgressStyle m_style;
  std::size_t m_columns;
  Write m_write;
  bool m_drawn = false;             ///< the terminal's line shows something
  bool m_silent_since_tick = true;  ///< no line was written since the last tick
  bool m_is_ending = false;
  std::thread m_ticker;  ///< last: it uses all of the above
};

}  // namespace dllrepro::cli

// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <span>

#include "harness/process/capture.hpp"
#include "harness/process/event_lines.hpp"
#include "harness/process/launch_win32.hpp"
#include "harness/process/output_pipe_win32.hpp"
#include "harness/process/workspace_win32.hpp"

namespace dllrepro::process {

/// The three streams of one child, and what came through them: output and error are kept, events handed on.
class Streams {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// Throws EnvironmentFailure. `workspace` must outlive this.
  Streams(Workspace& workspace, EventLines::Sink on_event);

  [[nodiscard]] ChildEnds child_ends() const;

  /// To be called once the child has its ends, or will never get them.
  void begin();

  /// Waits until one of `others` is signalled, a stream has something to read or the time has come. Returns which of
  /// `others` it was, or others.size() for the rest. Throws EnvironmentFailure.
  std::size_t wait(std::span<const HANDLE> others, Time until);

  /// Reads what has arrived, from each stream once, so that none keeps another waiting. Says whether there was output.
  bool read();

  /// Reads the events that have arrived, all of them. (Not without end, should they come faster than they are read.)
  void read_all_events();

  [[nodiscard]] bool any_open() const { return m_output.open() || m_error.open() || m_events.open(); }
  [[nodiscard]] bool events_open() const { return m_events.open(); }

  /// To be called once no event can follow: an unfinished last line is then judged as it is.
  void finish_events() { m_lines.finish(m_on_event); }

  [[nodiscard]] CapturedText output() const { return m_captured_output.text(); }
  [[nodiscard]] CapturedText error() const { return m_captured_error.text(); }

 private:
  bool read_events();

  EventLines::Sink m_on_event;
  EventLines m_lines;
  BoundedCapture m_captured_output;
  BoundedCapture m_captured_error;
  OutputPipe m_output;
  OutputPipe m_error;
  OutputPipe m_events;
};

}  // namespace dllrepro::process

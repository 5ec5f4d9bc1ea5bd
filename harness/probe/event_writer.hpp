// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <string_view>

#include "harness/util/json_document.hpp"
#include "harness/util/windows_api.hpp"

namespace dllrepro::probe {

/// Writes events, one JSON line and one WriteFile each, so that what is written is there whatever happens next, and
/// lines of several threads don't mix. When the pipe breaks, the process ends with ProbeExit::NoEventPipe: nobody
/// listens.
class EventWriter {
 public:
  /// `target`: the number of an inherited handle, or a file's name (NUL for none).
  explicit EventWriter(std::wstring_view target);
  EventWriter(const EventWriter&) = delete;
  EventWriter& operator=(const EventWriter&) = delete;

  [[nodiscard]] bool usable() const { return m_handle != INVALID_HANDLE_VALUE; }

  /// Adds "at" and writes.
  void write(const Json& event);

  /// Writes a line that is complete, with its newline. Allocates nothing: for notifications under the loader lock.
  void write_line(std::string_view line) const;

  /// Milliseconds since this process was created.
  [[nodiscard]] double milliseconds() const;

  /// Nothing is written any more: `done` is the last line, and modules are unloaded after it.
  void close() { m_closed = true; }

 private:
  HANDLE m_handle = INVALID_HANDLE_VALUE;
  std::atomic<bool> m_closed = false;
  long long m_ticks_per_second = 1;
  long long m_start_ticks = 0;
};

}  // namespace dllrepro::probe

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "harness/process/clocks.hpp"
#include "harness/process/event.hpp"

namespace dllrepro::process {

/// What to start. The environment is complete: nothing is inherited but what is named here. (Wine 8.0 itself adds
/// WINE*, SystemDrive and SystemRoot to every process.) Of names that differ in case alone the last in byte order
/// counts. The event pipe's handle is passed to the child by appending `--events HANDLE`, decimal, to the arguments.
struct ChildCommand {
  std::filesystem::path executable;
  std::vector<std::string> arguments;  ///< UTF-8, without argv[0]
  std::map<std::string, std::string> environment;
  std::filesystem::path working_directory;
};

/// What came out of one of the child's output streams: the first and the last bytes (64 KiB each), and how many there
/// were. Bytes as they came: they need not be UTF-8.
struct CapturedText {
  std::string head;
  std::string tail;  ///< "" while everything fits into head
  std::uint64_t total_bytes = 0;

  /// Head and tail with a line between that says how much is left out.
  [[nodiscard]] std::string text() const;
};

struct NotStarted {
  std::uint32_t error = 0;  ///< Win32 error of CreateProcess
  std::string message;      ///< the system's text for it
};
struct Exited {
  std::uint32_t code = 0;  ///< exit code or NTSTATUS, all 32 bits
};
struct Killed {
  Clock clock = Clock::Cell;
};
struct Cancelled {};

/// How a child ended: exactly one of these.
using Ending = std::variant<NotStarted, Exited, Killed, Cancelled>;

struct ChildReport {
  Ending ending;
  Events events;  ///< probe's and runner's, in order
  CapturedText standard_output;
  CapturedText standard_error;
  bool saw_done = false;    ///< the probe's last line arrived
  double milliseconds = 0;  ///< from the call to its return, the start and the clearing up included
};

using EventSink = std::function<void(const Event&)>;

/// Starts a child and sees it to its end, under all clocks: created suspended and without a console, put into a
/// kill-on-close job, then resumed. Returns when nothing of it is left: what remains in the job is killed on every
/// path. `on_event` is called as each event arrives, from this thread. A request of `stop` kills the child. What the
/// child does is data; throws EnvironmentFailure only when this machine can't run children at all.
ChildReport run_child(const ChildCommand& command, const Clocks& clocks, const EventSink& on_event,
                      std::stop_token stop);

}  // namespace dllrepro::process

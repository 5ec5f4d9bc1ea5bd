// SPDX-License-Identifier: MIT
#include "harness/cli/interruption.hpp"

#include <array>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "harness/util/windows_api.hpp"

namespace dllrepro::cli {

namespace {

/// What the console handler has to reach: it gets no argument of ours. The system calls it in a thread of its own,
/// which may still be at it when the object it serves is gone, and even when the program's statics are; so this is
/// never destroyed, and the handler takes a share of the stop state, not its address.
struct Listening {
  std::mutex mutex;
  std::optional<std::stop_source> source;

  std::optional<std::stop_source> shared() {
    const std::lock_guard lock(mutex);
    return source;
  }
  void set(std::optional<std::stop_source> new_source) {
    const std::lock_guard lock(mutex);
    source = std::move(new_source);
  }
};

Listening& listening() {
  static Listening& s_listening = *new Listening;
  return s_listening;
}

BOOL WINAPI on_console_event(DWORD kind) {
  std::optional<std::stop_source> source = listening().shared();
  if (!source) {
    return FALSE;
  }
  const bool first = source->request_stop();
  if (kind == CTRL_CLOSE_EVENT || kind == CTRL_LOGOFF_EVENT || kind == CTRL_SHUTDOWN_EVENT) {
    // The system ends the process as soon as this returns; the journal and the reports are written meanwhile.
    Sleep(10000);
  }
  // FALSE: the next handler in line, which ends the process.
  return first ? TRUE : FALSE;
}

/// Reads stdin until it ends or brings anything: the native program writes nothing but `stop`. The thread is never
/// joined, since nothing ends a read; it holds on to the stop state alone.
void listen_to_input(std::stop_source source) {
  std::array<char, 16> buffer{};
  DWORD count = 0;
  // Whatever comes of it (a byte, the end, an error) is the request.
  static_cast<void>(
      ReadFile(GetStdHandle(STD_INPUT_HANDLE), buffer.data(), static_cast<DWORD>(buffer.size()), &count, nullptr));
  source.request_stop();
}

}  // namespace

Interruption::Interruption(bool handed_off) {
  listening().set(m_source);
  SetConsoleCtrlHandler(on_console_event, TRUE);
  if (handed_off) {
    std::thread(listen_to_input, m_source).detach();
  }
}

Interruption::~Interruption() {
  SetConsoleCtrlHandler(on_console_event, FALSE);
  listening().set(std::nullopt);
}

}  // namespace dllrepro::cli

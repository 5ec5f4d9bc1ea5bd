// SPDX-License-Identifier: MIT
#include "harness/process/streams_win32.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "harness/util/windows_text.hpp"

namespace dllrepro::process {

namespace {

DWORD milliseconds_until(Streams::Time until) {
  using std::chrono::milliseconds;
  constexpr milliseconds k_longest = std::chrono::minutes(1);
  const auto left = std::chrono::ceil<milliseconds>(until - std::chrono::steady_clock::now());
  return static_cast<DWORD>(std::clamp(left, milliseconds(0), k_longest).count());
}

}  // namespace

Streams::Streams(Workspace& workspace, EventLines::Sink on_event)
    : m_on_event(std::move(on_event)),
      m_output(workspace.output),
      m_error(workspace.error),
      m_events(workspace.events) {}

ChildEnds Streams::child_ends() const {
  return {m_output.child_end(), m_error.child_end(), m_events.child_end()};
}

void Streams::begin() {
  m_output.begin();
  m_error.begin();
  m_events.begin();
}

std::size_t Streams::wait(std::span<const HANDLE> others, Time until) {
  std::array<HANDLE, 8> handles{};
  auto end = std::ranges::copy(others, handles.begin()).out;
  for (const OutputPipe* pipe : {&m_events, &m_output, &m_error}) {
    if (pipe->open()) {
      *end++ = pipe->done();
    }
  }
  const auto count = static_cast<DWORD>(end - handles.begin());
  const DWORD result = ::WaitForMultipleObjects(count, handles.data(), FALSE, milliseconds_until(until));
  if (result == WAIT_FAILED) {
    throw system_failure("wait for a child", ::GetLastError());
  }
  return std::min<std::size_t>(result - WAIT_OBJECT_0, others.size());
}

bool Streams::read() {
  read_events();
  const bool output = m_output.pump([this](std::string_view bytes) { m_captured_output.append(bytes); });
  const bool error = m_error.pump([this](std::string_view bytes) { m_captured_error.append(bytes); });
  return output || error;
}

void Streams::read_all_events() {
  constexpr int k_most_reads = 256;
  for (int count = 0; count < k_most_reads && read_events(); ++count) {
  }
}

bool Streams::read_events() {
  return m_events.pump([this](std::string_view bytes) { m_lines.feed(bytes, m_on_event); });
}

}  // namespace dllrepro::process

// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "harness/process/child.hpp"
#include "harness/process/evidence_win32.hpp"
#include "harness/process/launch_win32.hpp"
#include "harness/process/streams_win32.hpp"
#include "harness/process/watch.hpp"
#include "harness/process/workspace_win32.hpp"

namespace dllrepro::process {

namespace {

using namespace std::chrono_literals;
using SteadyClock = std::chrono::steady_clock;
using Time = SteadyClock::time_point;

/// The streams of a process that ends are closed a moment before it is gone; only a child that lives on for longer has
/// closed the event pipe by itself.
constexpr auto k_closing_grace = 100ms;

/// How long a stream may stay open once all members of the job are gone: somebody outside of it has a copy then.
constexpr auto k_drain_grace = 5s;

double milliseconds_between(Time from, Time to) {
  return std::round(std::chrono::duration<double, std::milli>(to - from).count() * 10) / 10;
}

/// One child from its start to its end. One thread does it all: it waits for the process, the request to stop and the
/// three streams at once, and never for longer than until the next clock trips.
class ChildRun {
 public:
  ChildRun(const Clocks& clocks, const EventSink& on_event) : m_clocks(clocks), m_on_event(on_event) {}

  ChildReport run(const ChildCommand& command, const std::stop_token& stop);

 private:
  Ending start_and_supervise(const ChildCommand& command, const std::stop_token& stop);
  Ending supervise(const std::stop_token& stop);
  Ending ended_by_itself();
  Ending ended_by_clock(Clock clock);
  Ending ended_by_request();

  /// Returns whether the process is gone.
  bool wait(Time until);
  void read_streams();
  void watch_for_closed_pipe();
  void tell_closed_pipe();
  void drain();

  void take_event(Event event);
  void emit(Event event, Time at);

  const Clocks& m_clocks;
  const EventSink& m_on_event;
  ChildReport m_report;
  Time m_resumed = SteadyClock::now();
  Watch m_watch{m_clocks, m_resumed};
  std::optional<Time> m_pipe_closed;  ///< when the event pipe was seen closed, until that is reported
  bool m_pipe_was_open = true;

  // Destroyed from the last to the first: the job goes first, and the streams before the workspace that they read into.
  BorrowedWorkspace m_workspace;
  Streams m_streams{*m_workspace, [this](Event event) { take_event(std::move(event)); }};
  SuspendedProcess m_process;
  std::unique_ptr<Job> m_job = std::move(m_workspace->job);
};

ChildReport ChildRun::run(const ChildCommand& command, const std::stop_token& stop) {
  const Time began = SteadyClock::now();
  try {
    m_report.ending = start_and_supervise(command, stop);
  } catch (...) {
    ::ResetEvent(m_workspace->stop.get());
    // A sink that throws must not leave a child behind.
    if (m_job) {
      m_job->terminate();
    }
    throw;
  }
  if (stop.stop_requested()) {
    ::ResetEvent(m_workspace->stop.get());
  }
  m_report.standard_output = m_streams.output();
  m_report.standard_error = m_streams.error();
  m_report.saw_done = m_watch.saw_done();
  m_report.milliseconds = milliseconds_between(began, SteadyClock::now());
  return std::move(m_report);
}

Ending ChildRun::start_and_supervise(const ChildCommand& command, const std::stop_token& stop) {
  const auto on_retry = [this](std::uint32_t error, int attempt) {
    emit({{"event", "spawn_retry"}, {"error", error}, {"attempt", attempt}}, SteadyClock::now());
  };
  auto launched = launch(command, *m_job, m_streams.child_ends(), on_retry);
  if (auto* failure = std::get_if<NotStarted>(&launched)) {
    return std::move(*failure);
  }
  m_process = std::get<SuspendedProcess>(std::move(launched));
  m_resumed = SteadyClock::now();
  m_watch = Watch(m_clocks, m_resumed);
  // The rest is done while the child gets going.
  m_process.resume();
  m_streams.begin();
  emit({{"event", "spawned"}, {"pid", m_process.id}}, m_resumed);

  const std::stop_callback signal(stop, [this] { ::SetEvent(m_workspace->stop.get()); });
  return supervise(stop);
}

Ending ChildRun::supervise(const std::stop_token& stop) {
  for (;;) {
    const Time trips = m_watch.next().time;
    const bool gone = wait(m_pipe_closed ? std::min(trips, *m_pipe_closed + k_closing_grace) : trips);
    read_streams();
    if (gone) {
      return ended_by_itself();
    }
    if (stop.stop_requested()) {
      return ended_by_request();
    }
    watch_for_closed_pipe();
    const Time now = SteadyClock::now();
    if (m_watch.next().time > now) {
      continue;
    }
    // The harness may have been held up, not the child: what the child has already said or done counts first.
    if (wait(now)) {
      read_streams();
      return ended_by_itself();
    }
    m_streams.read_all_events();
    if (const Watch::Deadline first = m_watch.next(); first.time <= now) {
      return ended_by_clock(first.clock);
    }
  }
}

Ending ChildRun::ended_by_itself() {
  const Time at = SteadyClock::now();
  DWORD code = 0;
  ::GetExitCodeProcess(m_process.process.get(), &code);
  // They may hold the streams open, so they have to go before the streams can end.
  std::vector<std::uint32_t> left = m_job->processes();
  const bool job_is_empty = left.empty();
  std::erase(left, m_process.id);
  std::vector<Event> survivors = describe_processes(left);
  if (!left.empty()) {
    m_job->terminate();
  } else if (job_is_empty) {
    m_workspace->job = std::move(m_job);  // as good as new: the next child can have it
  }
  drain();
  emit({{"event", "exited"}, {"code", code}}, at);
  for (Event& survivor : survivors) {
    survivor["event"] = "survivor";
    emit(std::move(survivor), at);
  }
  return Exited{code};
}

Ending ChildRun::ended_by_clock(Clock clock) {
  tell_closed_pipe();
  Event event = {{"event", "clock"}, {"clock", name_of(clock)}};
  event.update(m_watch.where());
  event.update(evidence(m_process.process.get(), m_process.id, *m_job, m_report.events));
  emit(std::move(event), SteadyClock::now());
  m_job->terminate();
  drain();
  return Killed{clock};
}

Ending ChildRun::ended_by_request() {
  m_job->terminate();
  drain();
  return Cancelled{};
}

bool ChildRun::wait(Time until) {
  const std::array<HANDLE, 2> others{m_process.process.get(), m_workspace->stop.get()};
  return m_streams.wait(others, until) == 0;
}

void ChildRun::read_streams() {
  if (m_streams.read()) {
    m_watch.saw_output(SteadyClock::now());
  }
}

void ChildRun::watch_for_closed_pipe() {
  if (m_pipe_was_open && !m_streams.events_open()) {
    m_pipe_was_open = false;
    if (!m_watch.saw_done()) {
      m_pipe_closed = SteadyClock::now();
    }
  }
  if (m_pipe_closed && *m_pipe_closed + k_closing_grace <= SteadyClock::now()) {
    tell_closed_pipe();
  }
}

void ChildRun::tell_closed_pipe() {
  if (const auto at = std::exchange(m_pipe_closed, std::nullopt)) {
    emit({{"event", "pipe_closed"}}, *at);
  }
}

void ChildRun::drain() {
  const Time until = SteadyClock::now() + k_drain_grace;
  while (m_streams.any_open() && SteadyClock::now() < until) {
    m_streams.wait({}, until);
    m_streams.read();
  }
  m_streams.finish_events();
}

void ChildRun::take_event(Event event) {
  const Time now = SteadyClock::now();
  if (event["event"] == "garbage") {
    m_watch.saw_output(now);
  } else {
    m_watch.saw_event(event, now);
  }
  emit(std::move(event), now);
}

void ChildRun::emit(Event event, Time at) {
  if (const auto given = event.find("at"); given == event.end() || !given->is_number()) {
    event["at"] = milliseconds_between(m_resumed, at);
  }
  m_report.events.push_back(std::move(event));
  if (m_on_event) {
    m_on_event(m_report.events.back());
  }
}

}  // namespace

ChildReport run_child(const ChildCommand& command, const Clocks& clocks, const EventSink& on_event,
                      std::stop_token stop) {
  if (stop.stop_requested()) {
    ChildReport nothing;
    nothing.ending = Cancelled{};
    return nothing;
  }
  return ChildRun(clocks, on_event).run(command, stop);
}

}  // namespace dllrepro::process

// SPDX-License-Identifier: MIT
#include "harness/process/watch.hpp"

namespace dllrepro::process {

namespace {

/// A child's event may have members of any type; a missing or strange one counts as none.
Event member(const Event& event, const char* name) {
  const auto found = event.find(name);
  return found == event.end() ? Event() : *found;
}

}  // namespace

Watch::Watch(const Clocks& clocks, Time started)
    : m_clocks(clocks), m_started(started), m_last_sign(started), m_last_step(started), m_done_at(started) {}

void Watch::saw_event(const Event& event, Time now) {
  m_spoke = true;
  m_last_sign = now;
  const Event kind = member(event, "event");
  if (kind == "phase" && member(event, "phase").is_string()) {
    m_phase = event["phase"].get<std::string>();
  } else if (kind == "begin") {
    m_last_step = now;
    m_open.push_back(event);
  } else if (kind == "end") {
    m_last_step = now;
    const Event step = member(event, "step");
    std::erase_if(m_open, [&](const Event& begin) { return member(begin, "step") == step; });
  } else if (kind == "done" && !m_done) {
    m_done = true;
    m_done_at = now;
    m_phase = "exit";
  }
}

Watch::Deadline Watch::next() const {
  Deadline first{m_started + m_clocks.cell, Clock::Cell};
  const auto consider = [&](Time time, Clock clock) {
    if (time <= first.time) {
      first = {time, clock};
    }
  };
  consider(m_last_sign + m_clocks.silence, Clock::Silence);
  if (!m_spoke) {
    consider(m_started + m_clocks.start, Clock::Start);
  } else if (m_done) {
    consider(m_done_at + m_clocks.exit, Clock::Exit);
  } else if (!m_open.empty()) {
    consider(m_last_step + m_clocks.step, Clock::Step);
  }
  return first;
}

Event Watch::where() const {
  Event where = {{"phase", m_phase}};
  if (!m_open.empty()) {
    for (const char* name : {"step", "pointer", "op"}) {
      if (const auto found = m_open.back().find(name); found != m_open.back().end()) {
        where[name] = *found;
      }
    }
  }
  return where;
}

}  // namespace dllrepro::process

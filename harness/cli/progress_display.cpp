// SPDX-License-Identifier: MIT
#include "harness/cli/progress_display.hpp"

#include <chrono>
#include <string>
#include <utility>

namespace dllrepro::cli {

using Clock = std::chrono::steady_clock;

namespace {

/// Back to the line's start, and clear it to its end (ECMA-48 EL).
constexpr std::string_view k_clear = "\r\x1B[K";
constexpr std::chrono::milliseconds k_redraw{200};
constexpr std::chrono::milliseconds k_silence{10000};

}  // namespace

ProgressDisplay::ProgressDisplay(ProgressState state, ProgressStyle style, std::size_t columns, Write write)
    : m_state(std::move(state)), m_style(style), m_columns(columns), m_write(std::move(write)) {
  if (m_style != ProgressStyle::None) {
    m_ticker = std::thread([this] { tick(); });
  }
}

ProgressDisplay::~ProgressDisplay() {
  if (m_ticker.joinable()) {
    // Not by a stop token: built by mingw's GCC 12 and run under Wine 8.0, both threads waited for ever here in some of
    // 25 runs, and in none since. Where in the library is not known.
    {
      const std::scoped_lock lock(m_mutex);
      m_is_ending = true;
    }
    m_wake.notify_all();
    m_ticker.join();
  }
  if (m_drawn) {
    m_write(k_clear);
  }
}

run::Progress ProgressDisplay::callbacks() {
  if (m_style == ProgressStyle::None) {
    return {};
  }
  run::Progress progress;
  progress.started = [this](const scenario::Cell& cell) {
    const std::scoped_lock lock(m_mutex);
    m_state.started(cell, Clock::now());
  };
  progress.phase = [this](const scenario::Cell& cell, std::string_view phase) {
    const std::scoped_lock lock(m_mutex);
    m_state.phase(cell, phase);
  };
  progress.finished = [this](const run::CellResult& result) { finished(result); };
  return progress;
}

void ProgressDisplay::finished(const run::CellResult& result) {
  const std::scoped_lock lock(m_mutex);
  const std::string scenario_line = m_state.finished(result, Clock::now());
  if (const std::string trouble = trouble_line(result); !trouble.empty()) {
    line(trouble);
  }
  if (m_style == ProgressStyle::Lines && !scenario_line.empty()) {
    line(scenario_line);
  }
}

void ProgressDisplay::line(std::string_view text) {
  std::string all(m_drawn ? k_clear : "");
  m_drawn = false;
  m_silent_since_tick = false;
  all.append(text).append("\n");
  m_write(all);
}

void ProgressDisplay::redraw() {
  m_drawn = true;
  // The last column stays free: a full line makes some terminals begin a new one.
  m_write(std::string(k_clear) + m_state.status(Clock::now(), m_columns - 1));
}

void ProgressDisplay::tick() {
  std::unique_lock lock(m_mutex);
  const auto period = m_style == ProgressStyle::Terminal ? k_redraw : k_silence;
  while (!m_wake.wait_for(lock, period, [this] { return m_is_ending; })) {
    if (m_style == ProgressStyle::Terminal) {
      redraw();
    } else if (std::exchange(m_silent_since_tick, true)) {
      line(m_state.status(Clock::now(), 200));
      m_silent_since_tick = true;
    }
  }
}

}  // namespace dllrepro::cli

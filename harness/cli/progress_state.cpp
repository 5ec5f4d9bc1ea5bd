// SPDX-License-Identifier: MIT
#include "harness/cli/progress_state.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/run/outcome.hpp"

namespace dllrepro::cli {

namespace {

bool is_wrong(run::Verdict verdict) {
  return verdict == run::Verdict::Fail || verdict == run::Verdict::UnexpectedPass || verdict == run::Verdict::Broken;
}

double seconds_between(ProgressState::Time from, ProgressState::Time to) {
  return std::chrono::duration<double>(to - from).count();
}

/// Cuts a UTF-8 text to so many characters, each taken to be one column wide.
std::string cut(std::string text, std::size_t columns) {
  std::size_t seen = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
    if (begins && ++seen > columns) {
      text.resize(at);
      break;
    }
  }
  return text;
}

}  // namespace

ProgressState::ProgressState(const std::vector<scenario::Cell>& cells) : m_total(cells.size()) {
  for (const scenario::Cell& cell : cells) {
    ++m_scenarios[cell.scenario].expected;
  }
}

void ProgressState::started(const scenario::Cell& cell, Time now) {
  m_running.push_back({cell.id(), "start", now});
  std::optional<Time>& since = m_scenarios[cell.scenario].since;
  since = since.value_or(now);
}

void ProgressState::phase(const scenario::Cell& cell, std::string_view phase) {
  const std::string id = cell.id();
  const auto running =
      std::find_if(m_running.begin(), m_running.end(), [&](const Running& one) { return one.id == id; });
  if (running != m_running.end()) {
    running->phase = phase;
  }
}

std::string ProgressState::finished(const run::CellResult& result, Time now) {
  ++m_finished;
  m_wrong += is_wrong(result.verdict) ? 1 : 0;
  const auto running =
      std::find_if(m_running.begin(), m_running.end(), [&](const Running& one) { return one.id == result.id; });
  if (running != m_running.end()) {
    m_running.erase(running);
  }
  Tally& tally = m_scenarios[result.scenario];
  ++tally.verdicts[result.verdict];
  std::size_t seen = 0;
  std::string verdicts;
  for (const auto& [verdict, count] : tally.verdicts) {
    seen += count;
    verdicts += fmt::format("{}{} {}", verdicts.empty() ? "" : ", ", count, run::name_of(verdict));
  }
  if (seen != tally.expected) {
    return {};
  }
  return fmt::format("{} {}: {} ({:.1f} s)", count(), result.scenario, verdicts,
                     seconds_between(tally.since.value_or(now), now));
}

std::string ProgressState::count() const {
  const std::string total = std::to_string(m_total);
  return fmt::format("[{:>{}}/{}]", m_finished, total.size(), total);
}

std::string ProgressState::status(Time now, std::size_t columns) const {
  std::string text = count();
  if (m_wrong != 0) {
    text += fmt::format(" {} wrong;", m_wrong);
  }
  if (m_running.size() > 1) {
    // Before the name, which may be cut.
    text += fmt::format(" {} running:", m_running.size());
  }
  if (!m_running.empty()) {
    const Running& longest = m_running.front();
    text += fmt::format(" {} ({} {:.0f} s)", longest.id, longest.phase, seconds_between(longest.since, now));
  }
  return cut(std::move(text), columns);
}

std::string trouble_line(const run::CellResult& result) {
  if (!is_wrong(result.verdict)) {
    return {};
  }
  std::string why = result.reason;
  if (why.empty() && !result.mismatches.empty()) {
    const run::Mismatch& first = result.mismatches.front();
    why = fmt::format("{}: expected {}, observed {}", first.what, first.expected, first.observed);
  }
  return fmt::format("{} {}: {}", run::name_of(result.verdict), result.id, why);
}

}  // namespace dllrepro::cli

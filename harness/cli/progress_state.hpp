// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/run/cell_result.hpp"
#include "harness/scenario/cell.hpp"

namespace dllrepro::cli {

/// What a person may want to know while a run goes on: how far it is, what went wrong so far, what runs now and in
/// which phase. Makes texts and has no output of its own. Times are of a steady clock.
class ProgressState {
 public:
  using Time = std::chrono::steady_clock::time_point;

  explicit ProgressState(const std::vector<scenario::Cell>& cells);

  void started(const scenario::Cell& cell, Time now);
  void phase(const scenario::Cell& cell, std::string_view phase);

  /// Returns the line that says how the cell's scenario went, once its last cell is finished; "" before.
  std::string finished(const run::CellResult& result, Time now);

  /// `[ 12/240] 1 wrong; 8 running: preload-glob/x[host=venv] (loader 3 s)`: the one that runs longest; cut to
  /// `columns`.
  [[nodiscard]] std::string status(Time now, std::size_t columns) const;

 private:
  struct Running {
    std::string id;
    std::string phase;
    Time since;
  };
  struct Tally {
    std::size_t expected = 0;  ///< cells
    std::map<run::Verdict, std::size_t> verdicts;
    std::optional<Time> since;
  };
  [[nodiscard]] std::string count() const;

  std::map<std::string, Tally, std::less<>> m_scenarios;
  std::vector<Running> m_running;  ///< the longest first
  std::size_t m_total = 0;
  std::size_t m_finished = 0;
  std::size_t m_wrong = 0;
};

/// The line that tells of a result that was not as it should be: "FAIL id: ..."; "" for all others.
std::string trouble_line(const run::CellResult& result);

}  // namespace dllrepro::cli

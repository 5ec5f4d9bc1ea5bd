// SPDX-License-Identifier: MIT
#include "harness/run/executor.hpp"

#include <chrono>
#include <mutex>

#include "harness/run/cell_runner.hpp"
#include "harness/run/schedule.hpp"
#include "harness/util/error.hpp"

namespace dllrepro::run {

RunEnd execute(const std::vector<scenario::Cell>& cells, const RunOptions& options, Journal& journal,
               const Progress& progress, std::stop_token stop) {
  const auto begin = std::chrono::steady_clock::now();
  CellRunner runner(options, this_machine());
  std::mutex callbacks;
  const auto exclusively = [&callbacks](auto&& callback, auto&&... arguments) {
    if (callback) {
      const std::lock_guard lock(callbacks);
      callback(arguments...);
    }
  };
  const auto number_of = [&options](std::size_t at) { return options.numbers.empty() ? at : options.numbers.at(at); };
  ScheduledWork work;
  work.count = cells.size();
  work.begin = [&](std::size_t at) { return unfinished_result(cells[at], number_of(at), options); };
  work.work = [&](std::size_t at, const std::stop_token& token) {
    const scenario::Cell& cell = cells[at];
    const auto on_phase = [&](std::string_view phase) { exclusively(progress.phase, cell, phase); };
    return runner.run(cell, number_of(at), on_phase, token);
  };
  work.on_started = [&](std::size_t at) { exclusively(progress.started, cells[at]); };
  work.on_finished = [&](const CellResult& result) { exclusively(progress.finished, result); };

  const unsigned jobs = options.jobs == 0 ? default_jobs() : options.jobs;
  RunEnd end = schedule(work, jobs, options.fail_fast, journal, stop);
  end.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  try {
    journal.run_finished(end);
  } catch (const EnvironmentFailure& failure) {
    if (end.ending != RunEnding::EnvironmentFailed) {
      end.ending = RunEnding::EnvironmentFailed;
      end.reason = failure.what();
    }
  }
  return end;
}

}  // namespace dllrepro::run

// SPDX-License-Identifier: MIT
#include "harness/run/executor.hpp"

#include <chrono>
#include <mutex>

#include "harness/run/cell_runner.hpp"
#include "harness/run/schedule.hpp"
#include "harness/util/error.hpp"

namespace dllrepro::run {

std::vector<std::size_t> cells_of_this_part(const std::vector<scenario::Cell>& cells, const RunOptions& options,
                                            const MachineFacts& machine) {
  std::vector<std::size_t> chosen;
  for (std::size_t index = 0; index < cells.size(); ++index) {
    if (!options.one_machine || key_of(cells[index].system32) == machine.system32_key) {
      chosen.push_back(index);
    }
  }
  return chosen;
}

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
  const std::vector<std::size_t> chosen = cells_of_this_part(cells, options, runner.machine());
  ScheduledWork work;
  work.count = chosen.size();
  work.begin = [&](std::size_t number) { return unfinished_result(cells[chosen[number]], chosen[number], options); };
  work.work = [&](std::size_t number, const std::stop_token& token) {
    const scenario::Cell& cell = cells[chosen[number]];
    const auto on_phase = [&](std::string_view phase) { exclusively(progress.phase, cell, phase); };
    return runner.run(cell, chosen[number], on_phase, token);
  };
  work.on_started = [&](std::size_t number) { exclusively(progress.started, cells[chosen[number]]); };
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

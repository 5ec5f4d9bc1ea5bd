// SPDX-License-Identifier: MIT
#include "harness/run/schedule.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "harness/util/error.hpp"

namespace dllrepro::run {
namespace {

class Scheduler {
 public:
  Scheduler(const ScheduledWork& work, bool fail_fast, Journal& journal, const std::stop_token& stop)
      : m_work(work), m_fail_fast(fail_fast), m_journal(journal), m_stop(stop) {}

  void take_all() {
    while (!m_halted && !m_stop.stop_requested()) {
      const std::size_t index = m_next++;
      if (index >= m_work.count) {
        return;
      }
      try {
        do_one(index);
      } catch (const std::exception& failure) {
        halt(RunEnding::EnvironmentFailed,
             failure.what());  // the journal or the callbacks: nothing can be told any more
      }
    }
  }

  RunEnd end() && {
    if (m_end.ending == RunEnding::Complete && m_stop.stop_requested()) {
      m_end.ending = RunEnding::Interrupted;
    }
    return std::move(m_end);
  }

 private:
  void do_one(std::size_t index) {
    const CellResult begun = m_work.begin(index);
    if (m_work.on_started) {
      m_work.on_started(index);
    }
    m_journal.cell_started(begun);
    const CellResult result = done(begun, index);
    m_journal.cell_finished(result);
    if (m_work.on_finished) {
      m_work.on_finished(result);
    }
    if (m_fail_fast && needs_attention(result.verdict)) {
      halt(RunEnding::FailedFast, "");
    }
  }

  CellResult done(const CellResult& begun, std::size_t index) {
    try {
      return m_work.work(index, m_stop);
    } catch (const EnvironmentFailure& failure) {
      halt(RunEnding::EnvironmentFailed, failure.what());
      return broken(begun, failure.what());
    } catch (const std::exception& failure) {
      return broken(begun, failure.what());
    }
  }

  static CellResult broken(CellResult result, const char* reason) {
    result.verdict = Verdict::Broken;
    result.reason = reason;
    return result;
  }

  /// The first reason stands, but an environment that fails is worth more than a cell that does.
  void halt(RunEnding ending, const std::string& reason) {
    const std::lock_guard lock(m_mutex);
    m_halted = true;
    if (m_end.ending == RunEnding::Complete ||
        (m_end.ending == RunEnding::FailedFast && ending == RunEnding::EnvironmentFailed)) {
      m_end = {ending, reason, 0};
    }
  }

  const ScheduledWork& m_work;
  bool m_fail_fast;
  Journal& m_journal;
  const std::stop_token& m_stop;
  std::atomic<std::size_t> m_next = 0;
  std::atomic<bool> m_halted = false;
  std::mutex m_mutex;
  RunEnd m_end;
};

}  // namespace

RunEnd schedule(const ScheduledWork& work, unsigned jobs, bool fail_fast, Journal& journal,
                const std::stop_token& stop) {
  Scheduler scheduler(work, fail_fast, journal, stop);
  {
    std::vector<std::jthread> threads;
    const std::size_t count = std::min<std::size_t>(std::max(1U, jobs), work.count);
    threads.reserve(count);
    for (std::size_t number = 0; number < count; ++number) {
      threads.emplace_back([&scheduler] { scheduler.take_all(); });
    }
  }
  return std::move(scheduler).end();
}

}  // namespace dllrepro::run

// SPDX-License-Identifier: MIT
#include "harness/run/schedule.hpp"

#include <algorithm>
#include <atomic>
#include <set>
#include <stdexcept>
#include <thread>

#include <catch2/catch_test_macros.hpp>

#include "harness/run/exit_code.hpp"
#include "harness/util/error.hpp"
#include "harness/util/temporary_folder.hpp"

namespace dllrepro::run {
namespace {

/// A schedule's journal in a file of its own, gone at its end.
class Ground {
 public:
  RunEnd run(std::size_t count, const std::function<Verdict(std::size_t)>& verdict, unsigned jobs = 4,
             bool fail_fast = false, const std::stop_token& stop = {}) {
    ScheduledWork work;
    work.count = count;
    work.begin = [](std::size_t index) {
      CellResult result;
      result.index = index;
      result.id = std::to_string(index);
      return result;
    };
    work.work = [&](std::size_t index, const std::stop_token&) {
      CellResult result = work.begin(index);
      result.verdict = verdict(index);
      return result;
    };
    RunEnd end = schedule(work, jobs, fail_fast, m_journal, stop);
    m_journal.run_finished(end);
    return end;
  }

  [[nodiscard]] RunRecord record() const { return read_journal(m_journal.path()); }

 private:
  TemporaryFolder m_folder;
  Journal m_journal{m_folder.path() / "journal.jsonl", {}};
};

}  // namespace

TEST_CASE("All work is done once, by as many threads as are asked for") {
  Ground ground;
  std::atomic<int> running = 0;
  std::atomic<int> most = 0;
  const RunEnd end = ground.run(
      200,
      [&](std::size_t) {
        const int now = ++running;
        int seen = most;
        while (seen < now && !most.compare_exchange_weak(seen, now)) {
        }
        std::this_thread::yield();
        --running;
        return Verdict::Pass;
      },
      5);
  CHECK(end.ending == RunEnding::Complete);
  CHECK(most <= 5);
  const RunRecord record = ground.record();
  CHECK(record.ending == RunEnding::Complete);
  std::set<std::size_t> indices;
  for (const CellResult& cell : record.cells) {
    indices.insert(cell.index);
  }
  CHECK(record.cells.size() == 200);
  CHECK(indices.size() == 200);
}

TEST_CASE("One job does the work in order; none at all is no fault") {
  Ground ground;
  std::vector<std::size_t> order;
  ground.run(
      10,
      [&](std::size_t index) {
        order.push_back(index);
        return Verdict::Pass;
      },
      1);
  CHECK(order.size() == 10);
  CHECK(std::is_sorted(order.begin(), order.end()));
  CHECK(ground.run(0, {}).ending == RunEnding::Complete);
}

TEST_CASE("A cell that throws is broken, and the run goes on") {
  Ground ground;
  const RunEnd end = ground.run(
      10, [](std::size_t index) { return index == 3 ? throw std::runtime_error("no tree") : Verdict::Pass; });
  CHECK(end.ending == RunEnding::Complete);
  const RunRecord record = ground.record();
  CHECK(record.count(Verdict::Pass) == 9);
  const auto broken = std::find_if(record.cells.begin(), record.cells.end(),
                                   [](const CellResult& cell) { return cell.verdict == Verdict::Broken; });
  REQUIRE(broken != record.cells.end());
  CHECK(broken->index == 3);
  CHECK(broken->reason == "no tree");
}

TEST_CASE("An environment that fails ends the run, with its reason in the journal") {
  Ground ground;
  const RunEnd end = ground.run(
      10, [](std::size_t index) { return index == 3 ? throw EnvironmentFailure("disk full") : Verdict::Pass; }, 1);
  CHECK(end.ending == RunEnding::EnvironmentFailed);
  const RunRecord record = ground.record();
  CHECK(record.cells.size() == 4);
  CHECK(record.ending == RunEnding::EnvironmentFailed);
  CHECK(record.reason == "disk full");
  CHECK(exit_code_of(record) == ExitCode::EnvironmentBroken);
}

TEST_CASE("Failing fast starts nothing after the first that needs attention") {
  Ground ground;
  const RunEnd end =
      ground.run(10, [](std::size_t index) { return index == 2 ? Verdict::Fail : Verdict::KnownGap; }, 1, true);
  CHECK(end.ending == RunEnding::FailedFast);
  CHECK(ground.record().cells.size() == 3);
}

TEST_CASE("A request to stop starts nothing more") {
  Ground ground;
  std::stop_source source;
  const RunEnd end = ground.run(
      10,
      [&](std::size_t index) {
        if (index == 4) {
          source.request_stop();
        }
        return Verdict::Pass;
      },
      1, false, source.get_token());
  CHECK(end.ending == RunEnding::Interrupted);
  CHECK(ground.record().cells.size() == 5);
  CHECK(exit_code_of(ground.record()) == ExitCode::Interrupted);
}

}  // namespace dllrepro::run

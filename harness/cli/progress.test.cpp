// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>

#include "harness/cli/progress_display.hpp"
#include "harness/cli/progress_state.hpp"

using namespace dllrepro;
using namespace std::chrono_literals;
using cli::ProgressState;

namespace {

scenario::Cell cell(const std::string& scenario, const std::string& host) {
  scenario::Cell made;
  made.scenario = scenario;
  made.parameters = {{"host", host}};
  return made;
}

run::CellResult result(const scenario::Cell& cell, run::Verdict verdict) {
  run::CellResult made;
  made.id = cell.id();
  made.scenario = cell.scenario;
  made.verdict = verdict;
  return made;
}

const ProgressState::Time k_begin{};

}  // namespace

TEST_CASE("The status line says how far a run is and what runs in which phase") {
  const std::vector<scenario::Cell> cells{cell("a/x", "venv"), cell("a/x", "conda"), cell("b", "venv")};
  ProgressState state(cells);
  CHECK(state.status(k_begin, 80) == "[0/3]");
  state.started(cells[0], k_begin);
  CHECK(state.status(k_begin + 2s, 80) == "[0/3] a/x[host=venv] (start 2 s)");
  state.phase(cells[0], "loader");
  state.started(cells[1], k_begin + 1s);
  CHECK(state.status(k_begin + 3s, 80) == "[0/3] 2 running: a/x[host=venv] (loader 3 s)");
  state.finished(result(cells[0], run::Verdict::Broken), k_begin + 3s);
  CHECK(state.status(k_begin + 3s, 80) == "[1/3] 1 wrong; a/x[host=conda] (start 2 s)");
  CHECK(state.status(k_begin + 3s, 10) == "[1/3] 1 wr");
}

TEST_CASE("Counts have the width of the last one") {
  const std::vector<scenario::Cell> cells(12, cell("a", "venv"));
  ProgressState state(cells);
  state.started(cells[0], k_begin);
  state.started(cells[1], k_begin);
  CHECK(state.status(k_begin, 80) == "[ 0/12] 2 running: a[host=venv] (start 0 s)");
}

TEST_CASE("A cut line never ends inside a character") {
  const std::vector<scenario::Cell> cells{cell("\xC3\xBC\xC3\xBC", "\xE6\x97\xA5")};
  ProgressState state(cells);
  state.started(cells[0], k_begin);
  CHECK(state.status(k_begin, 7) == "[0/1] \xC3\xBC");
}

TEST_CASE("A scenario has its line once its last cell is finished") {
  const std::vector<scenario::Cell> cells{cell("a", "venv"), cell("a", "conda"), cell("b", "venv")};
  ProgressState state(cells);
  for (const scenario::Cell& one : cells) {
    state.started(one, k_begin);
  }
  CHECK(state.finished(result(cells[1], run::Verdict::Pass), k_begin + 1s).empty());
  CHECK(state.finished(result(cells[2], run::Verdict::Pass), k_begin + 1s) == "[2/3] b: 1 pass (1.0 s)");
  CHECK(state.finished(result(cells[0], run::Verdict::Skipped), k_begin + 1500ms) ==
        "[3/3] a: 1 pass, 1 skipped (1.5 s)");
}

TEST_CASE("What went wrong is told at once, with the first thing that differs") {
  run::CellResult failed = result(cell("a", "venv"), run::Verdict::Fail);
  failed.mismatches.push_back({"error", "193", "126", 0});
  CHECK(cli::trouble_line(failed) == "fail a[host=venv]: error: expected 193, observed 126");
  run::CellResult broken = result(cell("a", "venv"), run::Verdict::Broken);
  broken.reason = "no space";
  CHECK(cli::trouble_line(broken) == "broken a[host=venv]: no space");
  CHECK(cli::trouble_line(result(cell("a", "venv"), run::Verdict::Pass)).empty());
  CHECK(cli::trouble_line(result(cell("a", "venv"), run::Verdict::KnownGap)).empty());
}

TEST_CASE("Lines, a terminal and silence") {
  const std::vector<scenario::Cell> cells{cell("a", "venv")};
  std::string shown;
  const auto run = [&](cli::ProgressStyle style) {
    shown.clear();
    cli::ProgressDisplay display(ProgressState(cells), style, 80, [&](std::string_view text) { shown += text; });
    const run::Progress progress = display.callbacks();
    if (progress.started) {
      progress.started(cells[0]);
      progress.phase(cells[0], "loader");
      progress.finished(result(cells[0], run::Verdict::Broken));
    }
  };
  run(cli::ProgressStyle::Lines);
  CHECK(shown.find("broken a[host=venv]: \n[1/1] a: 1 broken (") == 0);
  CHECK(shown.find('\x1B') == std::string::npos);
  run(cli::ProgressStyle::Terminal);
  CHECK(shown.find("broken a[host=venv]: \n") != std::string::npos);
  CHECK(shown.find("a: 1 broken") == std::string::npos);
  run(cli::ProgressStyle::None);
  CHECK(shown.empty());
}

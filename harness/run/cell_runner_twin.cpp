// SPDX-License-Identifier: MIT
// Of the way of a cell what has to do with its twin, and with what becomes of trees.
#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "harness/run/cell_runner.hpp"
#include "harness/run/child_of_cell.hpp"
#include "harness/run/compare_twin.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::run {
namespace {

/// A cell whose data pass fails when the real code does otherwise.
void judge_with_twin(CellResult& ours, const CellResult& real) {
  const bool differs = std::any_of(ours.mismatches.begin(), ours.mismatches.end(),
                                   [](const Mismatch& mismatch) { return mismatch.what.starts_with(k_twin); });
  if (needs_attention(ours.verdict) || (!differs && !needs_attention(real.verdict))) {
    return;
  }
  const bool broken = real.verdict == Verdict::Broken;
  ours.verdict = broken ? Verdict::Broken : Verdict::Fail;
  ours.reason = broken    ? fmt::format("the twin could not be judged: {}", real.reason)
                : differs ? "the real code and our data did not do the same"
                          : "the real code did not do what is expected of both";
}

}  // namespace

void CellRunner::run_twin(const scenario::Twin& twin, ChildOfCell& ours, const std::stop_token& stop) {
  CellResult unfinished;
  unfinished.location = twin.location;
  unfinished.expected = scenario::to_json(twin.cell.expectation);
  unfinished.reason = why_not_run(twin.cell);
  if (!unfinished.reason.empty()) {
    unfinished.verdict = Verdict::Skipped;
    ours.result.twin = std::make_shared<const CellResult>(std::move(unfinished));
    return;
  }
  std::optional<ChildOfCell> real;
  try {
    real.emplace(run_child(twin.cell, unfinished, {}, stop));
  } catch (const EnvironmentFailure&) {
    throw;
  } catch (const std::exception& failure) {
    unfinished.reason = failure.what();
  }
  if (real && ours.was_judged() && real->was_judged()) {
    const SideOfTwin data(ours);
    const SideOfTwin code(*real);
    for (Mismatch& difference : compare_twin(data.view(), code.view(), twin.not_compared)) {
      ours.result.mismatches.push_back(std::move(difference));
    }
  }
  judge_with_twin(ours.result, real ? real->result : unfinished);
  if (real) {
    put_away(*real, needs_attention(ours.result.verdict));
  }
  ours.result.twin = std::make_shared<const CellResult>(real ? std::move(real->result) : std::move(unfinished));
}

void CellRunner::put_away(ChildOfCell& child, bool failed) {
  const bool unchanged = child.slot->unchanged();
  if (!unchanged) {
    check_artefacts(*child.slot);
  }
  if (m_options.keep == Keep::Always || (m_options.keep == Keep::OnFailure && failed)) {
    child.write_notes();
    child.result.kept_tree = display_path(child.slot->keep());
  } else if (unchanged) {
    m_trees.give_back(std::move(child.slot));
  } else if (!child.slot->remove().empty()) {
    child.result.kept_tree = display_path(child.slot->folder());
  }
}

}  // namespace dllrepro::run

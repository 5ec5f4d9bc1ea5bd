// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <stop_token>
#include <string_view>

#include "harness/run/artefact_cache.hpp"
#include "harness/run/cell_result.hpp"
#include "harness/run/environment.hpp"
#include "harness/run/run_options.hpp"
#include "harness/run/tree_pool.hpp"
#include "harness/scenario/cell.hpp"
#include "harness/tree/artefact_store.hpp"
#include "harness/tree/stub_store.hpp"

namespace dllrepro::run {

struct ChildOfCell;

/// What is known of a cell before it runs: who it is, what it expects, how to repeat it.
CellResult unfinished_result(const scenario::Cell& cell, std::size_t index, const RunOptions& options);

/// Takes cells through all of their way: tree, plan, child, fold, judge, and the same for a twin. One runner serves all
/// threads of a run.
class CellRunner {
 public:
  using PhaseSink = std::function<void(std::string_view phase)>;

  /// Makes the work folder. Throws EnvironmentFailure when it can't be made.
  CellRunner(RunOptions options, MachineFacts machine);

  /// Runs a cell as often as it, or RunOptions::repeat, says, and no further after an attempt that needs attention,
  /// which then decides. Attempts that all pass with different outcomes are a failure as well: what happened is not
  /// stable. `stop` makes the cell broken. Throws EnvironmentFailure when the machine can't go on.
  CellResult run(const scenario::Cell& cell, std::size_t index, const PhaseSink& on_phase, const std::stop_token& stop);

  [[nodiscard]] const MachineFacts& machine() const { return m_machine; }

 private:
  CellResult attempt(const scenario::Cell& cell, CellResult result, const PhaseSink& on_phase,
                     const std::stop_token& stop);
  ChildOfCell run_child(const scenario::Cell& cell, CellResult result, const PhaseSink& on_phase,
                        const std::stop_token& stop);
  std::string why_not_run(const scenario::Cell& cell);

  // cell_runner_twin.cpp
  /// Runs a cell's twin and holds the two against each other; a difference is the cell's failure.
  void run_twin(const scenario::Twin& twin, ChildOfCell& ours, const std::stop_token& stop);
  void put_away(ChildOfCell& child, bool failed);
  /// Looks after the shared files of a tree that its child did not leave as it was.
  void check_artefacts(const TreeSlot& slot);

  RunOptions m_options;
  MachineFacts m_machine;
  tree::StubStore m_store;
  tree::ArtefactStore m_artefacts;
  ArtefactCache m_cache;
  TreePool m_trees;
};

}  // namespace dllrepro::run

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "harness/run/cell_result.hpp"
#include "harness/run/environment.hpp"
#include "harness/run/journal.hpp"
#include "harness/run/run_options.hpp"
#include "harness/scenario/cell.hpp"

namespace dllrepro::run {

/// What a person may see while a run goes on. Called from the run's threads, one call at a time; may be empty.
struct Progress {
  std::function<void(const scenario::Cell&)> started;
  std::function<void(const scenario::Cell&, std::string_view phase)> phase;
  std::function<void(const CellResult&)> finished;
};

/// Runs every cell in fresh children, `options.jobs` at a time, judges each and journals it; cells start
/// in the order given. A cell that can't be judged becomes broken and the run goes on. The journal's last line is
/// written, too.
///
/// `stop` kills the children that run; their cells are journaled as broken, the rest are not started. Returns how the
/// run ended; an EnvironmentFailure in a cell (no space, no permission) ends the run and is told by the ending, and so
/// is a journal that takes no more lines, its last one included.
RunEnd execute(const std::vector<scenario::Cell>& cells, const RunOptions& options, Journal& journal,
               const Progress& progress, std::stop_token stop);

}  // namespace dllrepro::run

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>

#include "harness/run/cell_result.hpp"
#include "harness/run/journal.hpp"

namespace dllrepro::run {

/// What the threads of a run do with cell number `index`. `begin` gives what is known before it runs; `work` does it.
struct ScheduledWork {
  std::size_t count = 0;
  std::function<CellResult(std::size_t index)> begin;
  std::function<CellResult(std::size_t index, const std::stop_token& stop)> work;
  std::function<void(std::size_t index)> on_started;          ///< may be empty; the callee sees to one call at a time
  std::function<void(const CellResult& result)> on_finished;  ///< may be empty
};

/// Does all work, `jobs` at a time, started in order, and journals each beginning and end.
///
/// What throws becomes a broken cell and the rest goes on; an EnvironmentFailure, of a cell or of the journal, holds
/// back all that has not begun. So does `fail_fast` after a result that needs attention, and `stop`, which also reaches
/// the work that runs. Returns when no thread is left, without milliseconds.
RunEnd schedule(const ScheduledWork& work, unsigned jobs, bool fail_fast, Journal& journal,
                const std::stop_token& stop);

}  // namespace dllrepro::run

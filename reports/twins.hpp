// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "harness/run/journal.hpp"
#include "reports/cell_text.hpp"

namespace dllrepro::reports {

/// What became of the run's twins: real code beside a cell's data (harness/scenario/twin.hpp).
struct TwinCounts {
  std::size_t alike = 0;                                     ///< both did the same, as expected
  std::size_t unlike = 0;                                    ///< all other that ran
  std::vector<std::pair<std::string, std::size_t>> not_run;  ///< by reason, in the order of the cells

  [[nodiscard]] std::size_t count_not_run() const;
  [[nodiscard]] bool any() const { return alike + unlike > 0 || !not_run.empty(); }
};

TwinCounts count_twins(const run::RunRecord& record);

/// `2 twins not run: there is no Python 3.12 in the cache`, one line per reason.
std::vector<std::string> twins_not_run(const run::RunRecord& record);

/// The statements about a cell's twin, for explain(): what the real code did, and wherein it was not as expected.
std::vector<Statement> explain_twin(const run::CellResult& twin);

}  // namespace dllrepro::reports

// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>

#include "harness/run/journal.hpp"
#include "reports/reports.hpp"

namespace dllrepro::reports {

/// The report for a person at a terminal: a matrix per scenario, then each cell that needs attention with its reasons
/// and the command that repeats it, known gaps and skips by reason, and a summary as the last line. Not a contract:
/// programs read the JSON report.
void write_console(const run::RunRecord& record, std::ostream& out, const ReportOptions& options);

}  // namespace dllrepro::reports

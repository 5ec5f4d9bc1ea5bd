// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>

#include "harness/run/journal.hpp"
#include "reports/reports.hpp"

namespace dllrepro::reports {

/// One page for a browser: the summary, what needs attention with all that explain() says and the events around the
/// first that differs, then a matrix per scenario whose cells lead there. Whole in itself: nothing is fetched from
/// elsewhere, no script runs, and the page forbids both, since it shows what children printed.
void write_html(const run::RunRecord& record, std::ostream& out, const ReportOptions& options);

}  // namespace dllrepro::reports

// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>

#include "harness/run/journal.hpp"
#include "reports/reports.hpp"

namespace dllrepro::reports {

/// JUnit XML: a testsuite per scenario, a testcase per cell. Keeps to what two schemas in use have in common, that of
/// github.com/windyroad/JUnit-Schema and Jenkins' junit-10.xsd: no attributes at the root, output at the suite's end,
/// at most one result in a testcase. Fail and unexpected pass are failures, broken is an error; a known gap is a pass,
/// told in the suite's output. Output is bounded per cell.
void write_junit(const run::RunRecord& record, std::ostream& out, const ReportOptions& options);

}  // namespace dllrepro::reports

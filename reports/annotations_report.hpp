// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "harness/run/journal.hpp"
#include "reports/reports.hpp"

namespace dllrepro::reports {

/// GitHub workflow commands: one `::error file=,line=,title=::text` per line of a scenario whose expectation was not
/// met, so that the finding stands beside the words that state it. Cells that failed by the same line are told in one,
/// because GitHub shows ten of a step. Written to the program's own output when GITHUB_ACTIONS is set.
void write_annotations(const run::RunRecord& record, std::ostream& out, const ReportOptions& options);

/// A workflow command's message: %, CR and LF escaped.
std::string command_text(std::string_view text);

/// A workflow command's property: also : and , escaped.
std::string command_property(std::string_view text);

}  // namespace dllrepro::reports

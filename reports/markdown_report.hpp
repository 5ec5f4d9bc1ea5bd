// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "harness/run/journal.hpp"
#include "reports/reports.hpp"

namespace dllrepro::reports {

/// GitHub refuses a step summary above 1 MiB as a whole; some room is left for other steps' words.
inline constexpr std::size_t k_most_of_a_step_summary = 1000 * 1000;

/// Markdown for $GITHUB_STEP_SUMMARY: the summary line, what needs attention in full, then a matrix per scenario. What
/// does not fit into k_most_of_a_step_summary bytes is left out, matrices before failures, with a note of how much.
void write_markdown(const run::RunRecord& record, std::ostream& out, const ReportOptions& options);

/// One line for a table's cell or a heading: markup escaped, line ends turned into blanks.
std::string markdown_text(std::string_view text);

}  // namespace dllrepro::reports

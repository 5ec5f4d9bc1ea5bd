// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/run/journal.hpp"

namespace dllrepro::reports {

// The words in which every format tells of a cell, so that a person who goes from one report to another reads the same.

/// What an expectation asks for, in one line, from its JSON: `load error 193 (ERROR_BAD_EXE_FORMAT) of x.dll in
/// loader`, `; resident, stdout` named behind it when it states more.
std::string text_of_expectation(const Json& expectation);

/// One labelled statement about a cell; the text may have several lines.
struct Statement {
  std::string label;
  std::string text;
};

/// All that a person needs of a cell that did not pass: where, reason, expected, observed, what the real code of its
/// twin did, what differs and wherein the two part, the first event that differs, the operation, what the child printed
/// last, the kept tree, the command that repeats it. Printed text is cut to its last lines.
std::vector<Statement> explain(const run::CellResult& cell);

/// `12 passed, 1 failed, 2 known gaps, 1 skipped, 4 twins alike in 3.2 s`, passed and failed always, the others when
/// there are any; how the run ended when it is not complete.
std::string summary(const run::RunRecord& record);

/// The cells in the order in which they were selected.
std::vector<const run::CellResult*> in_order(const run::RunRecord& record);

/// The cells that need no attention and whose trees were left on disk; explain() tells the trees of the others.
std::vector<const run::CellResult*> other_kept_trees(const run::RunRecord& record);

/// The last lines of a text, at most so many bytes, with a line in front when something is left out.
std::string tail_of(std::string_view text, std::size_t most_lines, std::size_t most_bytes);

/// How much of what a child wrote is told beside the other statements about its cell.
inline constexpr std::size_t k_most_lines_of_output = 8;
inline constexpr std::size_t k_most_bytes_of_output = 1000;

/// "0.123"
std::string seconds(double milliseconds);

}  // namespace dllrepro::reports

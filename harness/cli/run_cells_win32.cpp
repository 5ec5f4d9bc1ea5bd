// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <exception>

#include <fmt/format.h>

#include "harness/cli/interruption.hpp"
#include "harness/cli/program.hpp"
#include "harness/cli/progress_display.hpp"
#include "harness/cli/run_command.hpp"
#include "harness/cli/run_facts.hpp"
#include "harness/cli/run_reports.hpp"
#include "harness/cli/terminal.hpp"
#include "harness/run/executor.hpp"
#include "harness/run/exit_code.hpp"
#include "harness/tree/run_directory.hpp"
#include "harness/tree/work_folder.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::cli {

namespace fs = std::filesystem;

namespace {

void write_to_stderr(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

/// Whether a tree was kept in this part's folder.
bool any_kept(const run::RunRecord& record, const fs::path& folder) {
  const std::string begin = display_path(folder);
  return std::any_of(record.cells.begin(), record.cells.end(),
                     [&](const run::CellResult& cell) { return cell.kept_tree.compare(0, begin.size(), begin) == 0; });
}

}  // namespace

ExitCode run_cells(const RunArguments& arguments, const fs::path& root, const std::vector<scenario::Cell>& cells,
                   const Invocation& invocation) {
  const std::size_t cells_of_run = arguments.cells_of_run == 0 ? cells.size() : arguments.cells_of_run;
  const Interruption interruption(invocation.handed_off);
  run::RunOptions options = arguments.options;
  options.probes = find_probes();
  options.cache = cache_folder(arguments, root);
  tree::WorkFolder work(arguments.work_folder.empty() ? tree::quick_folder() / "dllrepro"
                                                      : path_from_utf8(arguments.work_folder));
  options.work_folder = work.trees();
  options.stub_store = work.stubs();
  const fs::path journal_path = !arguments.journal.empty()        ? path_from_utf8(arguments.journal)
                                : !arguments.part_journal.empty() ? path_from_utf8(arguments.part_journal)
                                                                  : work.journal();
  run::RunEnd end;
  {
    run::Journal journal(journal_path, facts_of(arguments, cells_of_run), arguments.part);
    ProgressDisplay display(ProgressState(cells), arguments.progress, terminal_columns(), write_to_stderr);
    end = run::execute(cells, options, journal, display.callbacks(), interruption.token());
  }
  run::RunRecord record = run::read_journal(journal_path);
  add_end(record, end);
  if (any_kept(record, work.trees())) {
    work.keep();
  }
  if (!arguments.part.is_last && end.ending == run::RunEnding::Complete) {
    return ExitCode::AllAsExpected;  // what came of it is in the journal, and the last part tells it
  }
  if (!arguments.journal.empty() && !arguments.quiet) {
    tell(fmt::format("wrote {} (journal)", display_path(journal_path)));
  }
  if (record.ending == run::RunEnding::EnvironmentFailed) {
    report_failure(record.reason);
  }
  if (!arguments.quiet) {
    write_reports(arguments, record);
  }
  return arguments.git_bisect && run::learnt_nothing(record) ? ExitCode::NothingSelected : run::exit_code_of(record);
}

}  // namespace dllrepro::cli

// SPDX-License-Identifier: MIT
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

bool any_kept(const run::RunRecord& record) {
  for (const run::CellResult& cell : record.cells) {
    if (!cell.kept_tree.empty()) {
      return true;
    }
  }
  return false;
}

}  // namespace

ExitCode run_cells(const RunArguments& arguments, const fs::path&, const std::vector<scenario::Cell>& cells,
                   const Invocation& invocation) {
  const Interruption interruption(invocation.handed_off);
  run::RunOptions options = arguments.options;
  options.probes = find_probes();
  tree::WorkFolder work(arguments.work_folder.empty() ? tree::quick_folder() / "dllrepro"
                                                      : path_from_utf8(arguments.work_folder));
  options.work_folder = work.trees();
  options.stub_store = work.stubs();
  const fs::path journal_path = arguments.journal.empty() ? work.journal() : path_from_utf8(arguments.journal);
  run::RunEnd end;
  {
    run::Journal journal(journal_path, facts_of(arguments, cells.size()));
    ProgressDisplay display(ProgressState(cells), arguments.progress, terminal_columns(), write_to_stderr);
    end = run::execute(cells, options, journal, display.callbacks(), interruption.token());
  }
  run::RunRecord record = run::read_journal(journal_path);
  add_end(record, end);
  if (!arguments.journal.empty()) {
    tell(fmt::format("wrote {} (journal)", display_path(journal_path)));
  }
  if (any_kept(record)) {
    work.keep();
  }
  if (record.ending == run::RunEnding::EnvironmentFailed) {
    report_failure(record.reason);
  }
  write_reports(arguments, record);
  return run::exit_code_of(record);
}

}  // namespace dllrepro::cli

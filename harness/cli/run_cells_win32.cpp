// SPDX-License-Identifier: MIT
#include <cstdio>
#include <exception>

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
#include "harness/util/paths.hpp"

namespace dllrepro::cli {

namespace fs = std::filesystem;

namespace {

/// A folder of this run alone below the work folder; both are gone at the end unless a tree is kept.
class WorkFolder {
 public:
  explicit WorkFolder(const fs::path& parent) : m_parent(parent), m_run(parent) {}
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder() {
    m_run.remove();
    std::error_code not_empty;
    fs::remove(m_parent, not_empty);
  }

  [[nodiscard]] fs::path trees() const { return m_run.path(); }
  [[nodiscard]] fs::path stubs() const { return m_run.path() / "stubs"; }
  [[nodiscard]] fs::path journal() const { return m_run.path() / "journal.jsonl"; }

  /// Leaves the trees that are kept, and nothing that served the run alone.
  void keep() {
    tree::remove_tree(stubs());
    std::error_code ignored;
    fs::remove(journal(), ignored);
    m_run.keep();
  }

 private:
  fs::path m_parent;
  tree::RunDirectory m_run;
};

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
  WorkFolder work(arguments.work_folder.empty() ? tree::quick_folder() / "dllrepro"
                                                : path_from_utf8(arguments.work_folder));
  options.work_folder = work.trees();
  options.stub_store = work.stubs();
  const fs::path journal_path = arguments.journal.empty() ? work.journal() : path_from_utf8(arguments.journal);
  run::RunEnding ending = run::RunEnding::Complete;
  {
    run::Journal journal(journal_path, facts_of(arguments, cells.size()));
    ProgressDisplay display(ProgressState(cells), arguments.progress, terminal_columns(), write_to_stderr);
    ending = run::execute(cells, options, journal, display.callbacks(), interruption.token());
  }
  run::RunRecord record = run::read_journal(journal_path);
  if (record.ending == run::RunEnding::Killed) {
    // Its last line could not be written; the executor knows better than the journal.
    record.ending = ending;
  }
  if (any_kept(record)) {
    work.keep();
  }
  write_reports(arguments, record);
  if (record.ending == run::RunEnding::EnvironmentFailed) {
    report_failure(record.reason);
  }
  return run::exit_code_of(record);
}

}  // namespace dllrepro::cli

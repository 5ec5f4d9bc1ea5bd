// SPDX-License-Identifier: MIT
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/cli/handoff/handoff.hpp"
#include "harness/cli/handoff/run_parts.hpp"
#include "harness/cli/program.hpp"
#include "harness/cli/run_command.hpp"
#include "harness/cli/run_reports.hpp"
#include "harness/run/journal.hpp"
#include "harness/tree/run_directory.hpp"
#include "harness/tree/shared_folder.hpp"
#include "harness/util/error.hpp"
#include "harness/util/numbers.hpp"

namespace dllrepro::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view k_list_ending = ".dllrepro-cells.json";
constexpr std::string_view k_journal_ending = ".dllrepro-journal.jsonl";

/// The process whose file this is, "PID-NUMBER.dllrepro-cells.json"; nothing when the name has not exactly that form:
/// the folder may be a person's, with 2024-05-01-journal.jsonl in it.
std::optional<pid_t> owner_of(std::string_view name) {
  const std::string_view ending = name.ends_with(k_list_ending) ? k_list_ending : k_journal_ending;
  if (!name.ends_with(ending)) {
    return std::nullopt;
  }
  name.remove_suffix(ending.size());
  const std::size_t dash = name.find('-');
  if (dash == std::string_view::npos || !parse_unsigned(name.substr(dash + 1))) {
    return std::nullopt;
  }
  const auto id = parse_unsigned(name.substr(0, dash));
  return id && std::in_range<pid_t>(*id) ? std::optional(static_cast<pid_t>(*id)) : std::nullopt;
}

/// Removes what native programs left that were killed.
void remove_files_of_the_dead(const fs::path& work_folder) {
  std::error_code failed;
  std::vector<fs::path> left;
  for (fs::directory_iterator entry(work_folder, failed), end; !failed && entry != end; entry.increment(failed)) {
    const std::optional<pid_t> owner = owner_of(entry->path().filename().string());
    if (owner && kill(*owner, 0) != 0 && errno == ESRCH) {
      left.push_back(entry->path());
    }
  }
  for (const fs::path& file : left) {
    fs::remove(file, failed);
  }
}

/// What a run that is handed over needs on disk; gone at the end.
class HandedOverFiles {
 public:
  explicit HandedOverFiles(const fs::path& work_folder) : m_folder(work_folder) {
    remove_files_of_the_dead(m_folder.path());
  }
  HandedOverFiles(const HandedOverFiles&) = delete;
  HandedOverFiles& operator=(const HandedOverFiles&) = delete;
  ~HandedOverFiles() {
    std::error_code ignored;
    for (const fs::path& path : m_paths) {
      fs::remove(path, ignored);
    }
  }

  std::string add(std::size_t number, std::string_view ending) {
    m_folder.make();  // a run that ends meanwhile removes the folder when it finds it empty
    m_paths.push_back(m_folder.path() / fmt::format("{}-{}{}", getpid(), number, ending));
    return m_paths.back().string();
  }

 private:
  tree::SharedFolder m_folder;
  std::vector<fs::path> m_paths;
};

/// A run that came to its end before its last part did: nobody else tells what the parts before had found.
void report_what_had_finished(const RunArguments& arguments, const fs::path& journal, fs::file_time_type before,
                              run::RunEnd end) {
  std::error_code none_there;
  if (arguments.quiet || fs::last_write_time(journal, none_there) == before || none_there) {
    return;
  }
  run::RunRecord record;
  try {
    record = run::read_journal(journal);
  } catch (const BadInput&) {
    return;  // the program was killed before its first line was whole: nothing had finished
  }
  const bool is_told = record.ending != run::RunEnding::Killed;
  end.milliseconds = record.milliseconds;
  run::add_end(record, end);
  if (!is_told) {
    write_reports(arguments, record);
  }
}

}  // namespace

ExitCode run_cells(const RunArguments& arguments, const fs::path& root, const std::vector<scenario::Cell>& cells,
                   const Invocation&) {
  RunArguments own = arguments;
  if (own.work_folder.empty()) {
    // Named here, because of more than one user of this machine the Windows side knows nothing.
    own.work_folder = (tree::quick_folder() / fmt::format("dllrepro-{}", geteuid())).string();
  }
  HandedOverFiles files(own.work_folder);
  const auto cell_list = [&files](std::size_t number) { return files.add(number, k_list_ending); };
  const handoff::PartFiles part_files{files.add(0, k_journal_ending), cell_list};
  const fs::path journal = own.journal.empty() ? part_files.journal : own.journal;
  std::error_code none_there;
  // A journal of an older run stays as it is until this one has something to write.
  const fs::file_time_type before = fs::last_write_time(journal, none_there);
  const std::vector<handoff::WindowsRun> parts = handoff::parts_of_run(own, root, cells, part_files);
  try {
    const ExitCode result = handoff::hand_off(parts, report_failure);
    if (result == ExitCode::Interrupted) {
      report_what_had_finished(own, journal, before, {run::RunEnding::Interrupted, "", 0});
    }
    return result;
  } catch (const EnvironmentFailure& failure) {
    report_what_had_finished(own, journal, before, {run::RunEnding::EnvironmentFailed, failure.what(), 0});
    throw;
  }
}

}  // namespace dllrepro::cli

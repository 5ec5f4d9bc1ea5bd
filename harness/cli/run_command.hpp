// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/invocation.hpp"
#include "harness/run/journal.hpp"
#include "harness/run/run_options.hpp"
#include "harness/run/selection.hpp"
#include "harness/scenario/cell.hpp"

namespace CLI {
class App;
}

namespace dllrepro::cli {

/// How progress is shown on stderr: one line redrawn, one line per scenario, or nothing.
enum class ProgressStyle { Terminal, Lines, None };

/// The option that hands RunOptions::repeat_options over to the Windows program, and its word for none.
inline constexpr const char* k_repeat_options = "--repeat-options";
inline constexpr const char* k_no_options = "none";

/// Options that say which part of a run the Windows program does, first, middle or last, and where the journal of all
/// parts is when nobody asked for one.
inline constexpr const char* k_part = "--part";
inline constexpr const char* k_part_journal = "--part-journal";

/// What `dllrepro run` was asked for.
struct RunArguments {
  std::vector<std::string> paths;
  std::string fixtures;
  run::Selection selection;
  run::RunOptions options;           ///< but for work folder and probes, which are found when the run begins
  std::string cache;                 ///< "": DLLREPRO_CACHE, else build/cache below the fixtures' root
  std::string work_folder;           ///< "": the system's folder for temporary files
  std::vector<std::string> reports;  ///< FORMAT[=FILE]
  std::string journal;               ///< "": kept as long as the run lasts
  ProgressStyle progress = ProgressStyle::Lines;
  bool list_reports = false;
  bool quiet = false;            ///< no report at all; what became of the cells is read from the journal
  bool git_bisect = false;       ///< exit codes are those of `git bisect run`
  run::RunPart part;             ///< of a run that the native program hands over in several (k_part)
  std::string part_journal;      ///< k_part_journal
  std::string cell_list;         ///< k_cell_list; "": the cells are chosen here
  std::size_t cells_of_run = 0;  ///< all parts' together; 0: there are no others
};

/// Reads the command line. Returns the code to end with where the run is not to go on (see parse_arguments). What was
/// given of fixtures, work folder, clocks and repeats goes into RunOptions::repeat_options as well.
std::optional<ExitCode> parse_run(const std::vector<std::string>& words, RunArguments& arguments);

/// The options given to a command that runs cells without which a cell would not run as it does now, for
/// RunOptions::repeat_options. Options that the command does not have are passed over.
std::string repeat_options_of(const CLI::App& app, const RunArguments& arguments);

/// What `git bisect run` takes for a result: 0 good, 1 bad, 125 skip, 128 and above end the search.
ExitCode for_git_bisect(ExitCode code);

/// `dllrepro run`.
ExitCode run_command(const Invocation& invocation);

/// Where real packages and interpreters are: --cache, else the environment's DLLREPRO_CACHE, else build/cache below
/// `root`, which holds the fixtures.
std::filesystem::path cache_folder(const RunArguments& arguments, const std::filesystem::path& root);

/// Runs the selected cells, whose fixtures are below `root`: here on Windows, by way of the Windows build on Linux. One
/// source per platform.
ExitCode run_cells(const RunArguments& arguments, const std::filesystem::path& root,
                   const std::vector<scenario::Cell>& cells, const Invocation& invocation);

}  // namespace dllrepro::cli

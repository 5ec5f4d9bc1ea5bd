// SPDX-License-Identifier: MIT
#include "harness/cli/run_command.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "harness/cli/cell_list.hpp"
#include "harness/cli/cell_source.hpp"
#include "harness/cli/command_line.hpp"
#include "harness/cli/program.hpp"
#include "harness/cli/terminal.hpp"
#include "harness/run/repeat_command.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"
#include "reports/reports.hpp"

namespace dllrepro::cli {

namespace {

constexpr const char* k_run_footer = R"(
Filters: a cell's id (as printed by `dllrepro list --cells`), or terms with blanks between that must all hold; `!`
before a term negates it; several --filter are alternatives.
  preload-glob            a folder or a scenario          tag:slow       a tag
  host=python-org         an axis value, * allowed        covers:S1.3    a row of the record
  'preload-glob/*[*loader=torch/glob*'                    a pattern for the cell's id

Examples:
  dllrepro run preload-glob --filter 'loader=torch/glob !tag:slow' --jobs 4
  dllrepro run --shard 1/2 --report junit=junit.xml --report markdown=summary.md
  dllrepro run --keep my-regression.json      then look at the tree it names, or run its cell.json again

A tree that failed is kept and its path printed; `dllrepro run TREE/cell.json` runs that one cell again, anywhere.
What a run left that was killed is removed by the next one in the same work folder.
`dllrepro --help` lists the exit codes.
)";

/// The words of the command line that stand for something else.
struct Words {
  std::string keep = "failed";
  std::string progress = "auto";
  std::string shard;
  std::string suite;
  std::string part;            ///< k_part's
  std::string repeat_options;  ///< what the native program hands over; k_no_options for ""
};

/// CLI11 gives a flag without a value the word `true`.
std::optional<run::Keep> keep_of(const std::string& word) {
  return word == "all" || word == "true" ? std::optional(run::Keep::Always)
         : word == "none"                ? std::optional(run::Keep::Never)
         : word == "failed"              ? std::optional(run::Keep::OnFailure)
                                         : std::nullopt;
}

ProgressStyle style_of(const std::string& word) {
  if (word == "auto") {
    return stderr_is_terminal() ? ProgressStyle::Terminal : ProgressStyle::Lines;
  }
  return word == "terminal" ? ProgressStyle::Terminal : word == "lines" ? ProgressStyle::Lines : ProgressStyle::None;
}

void add_selection_options(CLI::App& app, RunArguments& arguments, Words& words) {
  app.add_option("paths", arguments.paths,
                 "scenario files, folders, names below scenarios/, or cell.json files; default: all scenarios")
      ->option_text("...");
  app.add_option("--filter", arguments.selection.filters, "run only the cells that FILTER takes; may be repeated")
      ->option_text("FILTER")
      ->allow_extra_args(false);
  app.add_option(
         "--suite", words.suite,
         "default: all but the scenarios tagged real, which need `ci/fetch-wheels real`; real: these alone. Where "
         "paths are given, their scenarios of both suites are taken")
      ->option_text("default|real|all")
      ->check(CLI::IsMember({"default", "real", "all"}));
  app.add_option("--shard", words.shard, "run the i-th of n parts; a cell is in the same part everywhere")
      ->option_text("i/n");
  app.add_option("--shuffle", arguments.selection.shuffle_seed, "run the cells in an order that follows from SEED")
      ->option_text("SEED");
  app.add_option("--fixtures", arguments.fixtures, "take fixtures, and scenarios given by name, from DIR")
      ->option_text("DIR");
}

void add_execution_options(CLI::App& app, RunArguments& arguments, Words& words) {
  run::RunOptions& options = arguments.options;
  app.add_option("-j,--jobs", options.jobs, fmt::format("children at a time (default here: {})", run::default_jobs()))
      ->option_text("N")
      ->check(CLI::Range(1, 256));
  app.add_option("--timeout-scale", options.timeout_scale, "multiply every clock of every child")
      ->option_text("FACTOR")
      ->check(CLI::Range(0.01, 1000.0));
  app.add_option("--repeat", options.repeat, "run every cell N times, whatever its scenario says")
      ->option_text("N")
      ->check(CLI::Range(1, 1000));
  app.add_flag("--fail-fast", options.fail_fast, "start nothing more after the first cell that fails");
  app.add_flag(k_git_bisect, arguments.git_bisect,
               "end with what `git bisect run` takes: 0 as expected, 1 not, 125 nothing learnt, 128 give up")
      ->disable_flag_override();
  // A flag and no option, so that it takes a value behind = alone and never the path behind it.
  app.add_flag("--keep", words.keep, "keep all trees; --keep=failed (the default) those that fail, --keep=none none")
      ->option_text("[=all|failed|none]");
  app.add_option("--cache", arguments.cache,
                 "real packages and interpreters are in DIR (default: $DLLREPRO_CACHE, else build/cache)")
      ->option_text("DIR");
  app.add_option("--work-dir", arguments.work_folder, "assemble trees below DIR (default: a temporary folder)")
      ->option_text("DIR");
}

void add_output_options(CLI::App& app, RunArguments& arguments, Words& words) {
  app.add_option("--report", arguments.reports,
                 "write a report; may be repeated; without FILE it gets its default name, - is stdout")
      ->option_text("FORMAT[=FILE]")
      ->allow_extra_args(false);
  app.add_flag("--list-reports", arguments.list_reports, "list the report formats and end");
  app.add_option("--journal", arguments.journal, "write what happens, as it happens, to FILE (JSON lines)")
      ->option_text("FILE");
  app.add_option("--progress", words.progress, "on stderr: one line that is redrawn, lines, or none")
      ->option_text("auto|terminal|lines|none")
      ->check(CLI::IsMember({"auto", "terminal", "lines", "none"}));
}

/// Not for people: the Windows program is told which options a person gave to the native one, which hands over more.
void add_hidden_options(CLI::App& app, RunArguments& arguments, Words& words) {
  app.add_option(k_repeat_options, words.repeat_options)->group("");
  app.add_flag("--quiet", arguments.quiet)->group("");
  app.add_option(k_part, words.part)->group("")->check(CLI::IsMember({"first", "middle", "last"}));
  app.add_option(k_part_journal, arguments.part_journal)->group("");
  app.add_option(k_cell_list, arguments.cell_list)->group("");
}

/// What is wrong with the values of the options, "" when all is well.
std::string wrong_value(const RunArguments& arguments, const Words& words) {
  if (!words.shard.empty() && !arguments.selection.shard) {
    return fmt::format("--shard: \"{}\" is no part such as 1/2", words.shard);
  }
  if (!keep_of(words.keep)) {
    return fmt::format("--keep: \"{}\" is none of all, failed, none", words.keep);
  }
  for (const std::string& request : arguments.reports) {
    try {
      static_cast<void>(reports::parse_request(request, "."));
    } catch (const Error& error) {
      return fmt::format("--report: {}", error.what());
    }
  }
  return {};
}

ExitCode print_reports() {
  for (const reports::Format& format : reports::formats()) {
    fmt::print("  {:<12} {} (default file: {})\n", format.name, format.description, format.file_name);
  }
  return ExitCode::AllAsExpected;
}

}  // namespace

std::optional<ExitCode> parse_run(const std::vector<std::string>& words_given, RunArguments& arguments) {
  CLI::App app("Runs scenarios in fresh child processes and judges what happens.", "dllrepro run");
  Words words;
  add_selection_options(app, arguments, words);
  add_execution_options(app, arguments, words);
  add_output_options(app, arguments, words);
  add_hidden_options(app, arguments, words);
  if (const std::optional<ExitCode> end = parse_arguments(app, words_given, k_run_footer)) {
    return end;
  }
  arguments.options.keep = keep_of(words.keep).value_or(run::Keep::OnFailure);
  arguments.progress = style_of(words.progress);
  arguments.selection.shard = run::parse_shard(words.shard);
  arguments.part = {words.part.empty() || words.part == "first", words.part.empty() || words.part == "last"};
  arguments.selection.suite =
      run::suite_of(words.suite).value_or(arguments.paths.empty() ? run::Suite::Default : run::Suite::All);
  arguments.options.repeat_options = words.repeat_options.empty()           ? repeat_options_of(app, arguments)
                                     : words.repeat_options == k_no_options ? ""
                                                                            : words.repeat_options;
  const std::string wrong = wrong_value(arguments, words);
  return wrong.empty() ? std::nullopt : std::optional(refuse_arguments(app, wrong));
}

ExitCode for_git_bisect(ExitCode code) {
  switch (code) {
    case ExitCode::AllAsExpected:
    case ExitCode::ExpectationFailed:
      return code;
    case ExitCode::BadScenario:
    case ExitCode::CellBroken:
    case ExitCode::NothingSelected:
      return ExitCode::GitBisectSkip;
    case ExitCode::EnvironmentBroken:
    case ExitCode::Usage:
    case ExitCode::Interrupted:
    case ExitCode::GitBisectSkip:
    case ExitCode::GitBisectAbort:
      break;
  }
  return ExitCode::GitBisectAbort;
}

std::string repeat_options_of(const CLI::App& app, const RunArguments& arguments) {
  std::string text;
  const auto add = [&](const char* name, const std::string& value) {
    const CLI::Option* const option = app.get_option_no_throw(name);
    if (option != nullptr && option->count() > 0) {
      text += fmt::format("{}{} {}", text.empty() ? "" : " ", name, run::quoted(value, run::shell_here()));
    }
  };
  add("--fixtures", arguments.fixtures);
  add("--work-dir", arguments.work_folder);
  add("--cache", arguments.cache);
  add("--timeout-scale", fmt::format("{}", arguments.options.timeout_scale));
  add("--repeat", fmt::format("{}", arguments.options.repeat.value_or(1)));
  return text;
}

std::filesystem::path cache_folder(const RunArguments& arguments, const std::filesystem::path& root) {
  if (!arguments.cache.empty()) {
    return path_from_utf8(arguments.cache);
  }
  const char* named = std::getenv("DLLREPRO_CACHE");
  return named != nullptr && *named != '\0' ? path_from_utf8(named) : root / "build" / "cache";
}

namespace {

ExitCode run_listed(RunArguments arguments, const Invocation& invocation) {
  const std::filesystem::path root = find_root(arguments.fixtures, {});
  const scenario::FixtureLibrary library(root);
  const std::filesystem::path file = path_from_utf8(arguments.cell_list);
  CellList list = read_cell_list(file, library);
  std::error_code is_removed_by_the_writer_else;
  std::filesystem::remove(file, is_removed_by_the_writer_else);
  arguments.cells_of_run = list.cells_of_run;
  arguments.options.numbers = std::move(list.numbers);
  return run_cells(arguments, root, list.cells, invocation);
}

ExitCode run_selected(const RunArguments& arguments, const Invocation& invocation) {
  if (arguments.list_reports) {
    return print_reports();
  }
  if (!arguments.cell_list.empty()) {
    return run_listed(arguments, invocation);
  }
  const CellSource source = load_cells(arguments.fixtures, arguments.paths);
  const std::vector<scenario::Cell> cells = run::select(source.cells, arguments.selection);
  if (cells.empty()) {
    report_failure(run::explain_empty(source.cells, arguments.selection));
    return ExitCode::NothingSelected;
  }
  for (const std::string& idle : run::explain_idle_filters(source.cells, arguments.selection)) {
    tell(idle);
  }
  return run_cells(arguments, source.library->root(), cells, invocation);
}

ExitCode parse_and_run(const Invocation& invocation) {
  RunArguments arguments;
  if (const std::optional<ExitCode> end = parse_run(invocation.arguments, arguments)) {
    return *end;
  }
  return run_selected(arguments, invocation);
}

ExitCode run_for_git_bisect(const Invocation& invocation) {
  try {
    return for_git_bisect(parse_and_run(invocation));
  } catch (const BadInput& error) {
    report_failure(error.what());
    return ExitCode::GitBisectSkip;  // this commit's scenario or fixtures; another's may well be right
  } catch (const std::exception& error) {
    report_failure(error.what());
    return ExitCode::GitBisectAbort;  // `main` makes a code of it that is a bad commit to git
  }
}

}  // namespace

ExitCode run_command(const Invocation& invocation) {
  if (invocation.git_bisect) {
    return run_for_git_bisect(invocation);
  }
  const ExitCode code = parse_and_run(invocation);
  return code == ExitCode::CellBroken && !invocation.handed_off ? ExitCode::EnvironmentBroken : code;
}

}  // namespace dllrepro::cli

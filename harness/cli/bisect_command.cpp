// SPDX-License-Identifier: MIT
#include "harness/cli/bisect_command.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <random>
#include <system_error>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "harness/bisect/bisection.hpp"
#include "harness/bisect/candidates.hpp"
#include "harness/bisect/report.hpp"
#include "harness/cli/cell_source.hpp"
#include "harness/cli/command_line.hpp"
#include "harness/cli/program.hpp"
#include "harness/run/journal.hpp"
#include "harness/run/selection.hpp"
#include "harness/util/error.hpp"
#include "harness/util/output_file.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::cli {

namespace fs = std::filesystem;

namespace {

constexpr const char* k_name = "dllrepro bisect";

constexpr const char* k_bisect_footer = R"(
The axis's values are the candidates, in the order in which the scenario has them. Both ends are run first, then the
middle of what is left. A candidate is good when it ends as the good end does (outcome, error, module, phase, and what
was returned where the scenario states that) and bad when it ends as the bad one does; one that ends otherwise, a hang
included, is told and skipped. What good is, the good end says: a change for the better is searched the same way.

Other axes must have one value: choose it by --filter. Where the scenario itself expects more than one change along the
axis, a binary search finds one of them and says so; --scan runs every candidate and finds all.

exit codes:
  0  the first bad value was found, or with --scan at least one change
  1  nothing to find: both ends end alike, an end could not be judged, or only skipped candidates are left between
  2 to 6  as of `dllrepro run`

Examples:
  dllrepro bisect torch-history/vc-runtime --axis release --filter missing=vcruntime140_threads.dll --bad 2.15.0
  dllrepro bisect pathfinder/cupti-names --axis release --filter situation=2026.1.2*wheel --good 1.8.0
  dllrepro bisect pathfinder/cupti-names --axis release --filter situation=2026.1.2*wheel --scan --json found.json
)";

/// Journal of the single runs, gone at the end.
class JournalFile {
 public:
  JournalFile()
      : m_path(fs::temp_directory_path() / fmt::format("dllrepro-bisect-{:08x}.jsonl", std::random_device()())) {}
  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;
  ~JournalFile() {
    std::error_code ignored;
    fs::remove(m_path, ignored);
  }
  [[nodiscard]] const fs::path& path() const { return m_path; }

  /// A run that ends before it writes must not leave the last one's answer to be read.
  void forget() const {
    std::error_code failed;
    fs::remove(m_path, failed);
    if (failed) {
      throw EnvironmentFailure(fmt::format("failed to remove {}: {}", display_path(m_path), failed.message()));
    }
  }

 private:
  fs::path m_path;
};

/// Runs single cells, each by the way that `dllrepro run` takes, and reads what became of them in the journal.
class CellAsker {
 public:
  CellAsker(const BisectArguments& arguments, const CellSource& source, const Invocation& invocation)
      : m_arguments(arguments.run), m_source(source), m_invocation(invocation) {
    m_arguments.quiet = true;
    m_arguments.progress = ProgressStyle::None;
    m_arguments.options.keep = run::Keep::Never;
    m_arguments.journal = path_to_utf8(m_journal.path());
  }

  run::CellResult run(const scenario::Cell& cell) {
    m_arguments.selection.filters = {cell.id()};
    m_journal.forget();
    const ExitCode code = run_cells(m_arguments, m_source.library->root(), {cell}, m_invocation);
    if (code == ExitCode::Interrupted) {
      throw Interrupted{};
    }
    return result_of_single_run(code, m_journal.path(), cell.id());
  }

  struct Interrupted {};

 private:
  RunArguments m_arguments;
  const CellSource& m_source;
  const Invocation& m_invocation;
  JournalFile m_journal;
};

bisect::Answer answer_of(const run::CellResult& result, const bisect::Names& remembered) {
  const bool judged = result.verdict != run::Verdict::Skipped && result.verdict != run::Verdict::Broken;
  return {judged, judged ? bisect::signature_of(result.observed, result.events, remembered) : "",
          judged ? "" : result.reason};
}

void warn_of_several_changes(bisect::Report& report, const std::vector<bisect::Candidate>& candidates) {
  const std::vector<bisect::Change> expected = bisect::expected_changes(candidates, report.good, report.bad);
  if (expected.size() > 1 && !report.scanned) {
    report.warnings.push_back(fmt::format(
        "the scenario expects {} changes along {}, the first between {} and {}: a binary search finds one of them; "
        "--scan runs every candidate",
        expected.size(), report.axis, report.values[expected.front().from], report.values[expected.front().to]));
  }
}

ExitCode refuse(const std::string& message) {
  return refuse_arguments(CLI::App("", k_name), message);
}

/// Sets both ends; returns what is wrong with those that were named, "" when all is well.
std::string choose_ends(bisect::Report& report, const BisectArguments& arguments,
                        const std::vector<bisect::Candidate>& candidates) {
  std::string wrong;
  const auto position = [&](const char* option, const std::string& value, std::size_t unless_named) {
    const std::optional<std::size_t> found = value.empty() ? unless_named : bisect::position_of(candidates, value);
    if (!found && wrong.empty()) {
      wrong = fmt::format("{}: {}", option, bisect::explain_unknown_value(candidates, value, arguments.axis));
    }
    return found.value_or(unless_named);
  };
  report.good = position("--good", arguments.good, 0);
  report.bad = position("--bad", arguments.bad, candidates.size() - 1);
  if (wrong.empty() && report.good == report.bad) {
    wrong = fmt::format("{} can't be both the good and the bad end", report.values[report.good]);
  }
  return wrong;
}

void write_results(const BisectArguments& arguments, const bisect::Report& report) {
  if (!arguments.json.empty()) {
    write_file(path_from_utf8(arguments.json), run::dump_safely(bisect::to_json(report), 1) + "\n");
    tell(fmt::format("wrote {}", arguments.json));
  }
  if (!arguments.markdown.empty()) {
    write_file(path_from_utf8(arguments.markdown), bisect::markdown_of(report));
    tell(fmt::format("wrote {}", arguments.markdown));
  }
  const std::string text = bisect::text_of(report);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace

std::optional<ExitCode> parse_bisect(const std::vector<std::string>& words, BisectArguments& arguments) {
  CLI::App app("Finds the value of an axis, such as a release, from which on a scenario ends otherwise.", k_name);
  RunArguments& run = arguments.run;
  std::string scenario;
  app.add_option("scenario", scenario, "the scenario's file, or its name below scenarios/")
      ->required()
      ->option_text("SCENARIO");
  app.add_option("--axis", arguments.axis, "the axis whose values are searched")->required()->option_text("AXIS");
  app.add_option("--good", arguments.good, "a value known to be good (default: the first)")->option_text("VALUE");
  app.add_option("--bad", arguments.bad, "a value known to be bad (default: the last)")->option_text("VALUE");
  app.add_flag("--scan", arguments.scan, "run every candidate between them, and tell every change");
  app.add_option("--filter", run.selection.filters, "only cells that FILTER takes (see `dllrepro run --help`)")
      ->option_text("FILTER")
      ->allow_extra_args(false);
  app.add_option("--json", arguments.json, "write the result to FILE as JSON")->option_text("FILE");
  app.add_option("--markdown", arguments.markdown, "write the result to FILE as Markdown")->option_text("FILE");
  app.add_option("--fixtures", run.fixtures, "take fixtures, and scenarios given by name, from DIR")
      ->option_text("DIR");
  app.add_option("--cache", run.cache, "real packages are in DIR (see `dllrepro run --help`)")->option_text("DIR");
  app.add_option("--work-dir", run.work_folder, "assemble trees below DIR")->option_text("DIR");
  app.add_option("--timeout-scale", run.options.timeout_scale, "multiply every clock of every child")
      ->option_text("FACTOR")
      ->check(CLI::Range(0.01, 1000.0));
  if (const std::optional<ExitCode> end = parse_arguments(app, words, k_bisect_footer)) {
    return end;
  }
  run.paths = {scenario};
  run.selection.suite = run::Suite::All;
  run.options.repeat_options = repeat_options_of(app, run);
  return std::nullopt;
}

run::CellResult result_of_single_run(ExitCode code, const fs::path& journal, const std::string& cell) {
  constexpr std::array k_of_judged{ExitCode::AllAsExpected, ExitCode::ExpectationFailed, ExitCode::CellBroken};
  if (std::find(k_of_judged.begin(), k_of_judged.end(), code) == k_of_judged.end()) {
    throw EnvironmentFailure(
        fmt::format("failed to run {}: the run ended with exit code {}", cell, static_cast<int>(code)));
  }
  run::RunRecord record;
  try {
    record = run::read_journal(journal);
  } catch (const BadInput& fault) {
    throw EnvironmentFailure(fault.what());  // no file of the person's
  }
  if (record.cells.size() != 1 || record.cells.front().id != cell) {
    throw EnvironmentFailure(fmt::format("failed to run {}: its journal does not tell of it alone", cell));
  }
  return record.cells.front();
}

ExitCode bisect_command(const Invocation& invocation) {
  BisectArguments arguments;
  if (const std::optional<ExitCode> end = parse_bisect(invocation.arguments, arguments)) {
    return *end;
  }
  const CellSource source = load_cells(arguments.run.fixtures, arguments.run.paths);
  const std::vector<scenario::Cell> cells = run::select(source.cells, arguments.run.selection);
  if (cells.empty()) {
    report_failure(run::explain_empty(source.cells, arguments.run.selection));
    return ExitCode::NothingSelected;
  }
  const bisect::Choice choice = bisect::candidates_of(cells, arguments.axis);
  if (!choice.refusal.empty()) {
    return refuse(choice.refusal);
  }
  const std::vector<bisect::Candidate>& candidates = choice.candidates;

  bisect::Report report;
  report.scenario = cells.front().scenario;
  report.title = cells.front().title;
  report.axis = arguments.axis;
  for (const bisect::Candidate& candidate : candidates) {
    report.values.push_back(candidate.value);
  }
  if (const std::string wrong = choose_ends(report, arguments, candidates); !wrong.empty()) {
    return refuse(wrong);
  }
  report.scanned = arguments.scan;

  const bisect::Names remembered = bisect::names_stated(candidates);
  CellAsker asker(arguments, source, invocation);
  const auto ask = [&](std::size_t index) {
    const run::CellResult& result = report.results[index] = asker.run(candidates[index].cell);
    const bisect::Answer answer = answer_of(result, remembered);
    tell(fmt::format("{}: {}", candidates[index].value, answer.judged ? answer.signature : answer.reason));
    return answer;
  };
  try {
    report.bisection =
        arguments.scan ? bisect::scan(report.good, report.bad, ask) : bisect::bisect(report.good, report.bad, ask);
  } catch (const CellAsker::Interrupted&) {
    return ExitCode::Interrupted;
  }
  if (arguments.scan) {
    report.changes = bisect::changes_along(report.bisection);
  }
  warn_of_several_changes(report, candidates);
  const auto good = report.results.find(report.bisection.last_good);
  const auto bad = report.results.find(report.bisection.first_bad);
  const bool found = arguments.scan ? !report.changes.empty() : report.bisection.ending == bisect::Ending::Found;
  if (found && good != report.results.end() && bad != report.results.end()) {
    report.divergence = bisect::first_divergence(good->second.events, bad->second.events);
  }
  write_results(arguments, report);
  return found ? ExitCode::AllAsExpected : ExitCode::ExpectationFailed;
}

}  // namespace dllrepro::cli

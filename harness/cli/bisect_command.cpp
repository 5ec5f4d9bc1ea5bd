// SPDX-License-Identifier: MIT
#include "harness/cli/bisect_command.hpp"

#include <algorithm>
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

constexpr const char* k_bisect_footer = R"(
The axis's values are the candidates, in the order in which the scenario has them. Both ends are run first, then the
middle of what is left. A candidate is good when it ends as the good end does (outcome, error, module, phase) and bad
when it ends as the bad one does; one that ends otherwise, a hang included, is told and skipped.

Other axes must have one value: choose it by --filter. Where the scenario itself expects more than one change along the
axis, a binary search finds one of them and says so; --scan runs every candidate and finds all.

exit codes:
  0  the first bad value was found, or with --scan at least one change
  1  nothing to find: both ends end alike, an end could not be judged, or only skipped candidates are left between
  2 to 6  as of `dllrepro run`

Examples:
  dllrepro bisect torch-history/vc-runtime --axis release --filter missing=vcruntime140_threads.dll --bad 2.15.0
  dllrepro bisect per-library-try/unknown-cupti-name --axis loader --good A --bad B --json found.json
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
    const ExitCode code = run_cells(m_arguments, m_source.library->root(), {cell}, m_invocation);
    const run::RunRecord record = run::read_journal(m_journal.path());
    if (code == ExitCode::Interrupted) {
      throw Interrupted{};
    }
    if (record.cells.size() != 1 || record.ending == run::RunEnding::EnvironmentFailed) {
      throw EnvironmentFailure(record.reason.empty() ? "failed to run " + cell.id() : record.reason);
    }
    return record.cells.front();
  }

  struct Interrupted {};

 private:
  RunArguments m_arguments;
  const CellSource& m_source;
  const Invocation& m_invocation;
  JournalFile m_journal;
};

bisect::Answer answer_of(const run::CellResult& result) {
  const bool judged = result.verdict != run::Verdict::Skipped && result.verdict != run::Verdict::Broken;
  return {judged, judged ? bisect::signature_of(result.observed) : "", judged ? "" : result.reason};
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
  CLI::App app("Finds the value of an axis, such as a release, from which on a scenario ends otherwise.",
               "dllrepro bisect");
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
  return std::nullopt;
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
  const std::vector<bisect::Candidate> candidates = bisect::candidates_of(cells, arguments.axis);

  bisect::Report report;
  report.scenario = cells.front().scenario;
  report.title = cells.front().title;
  report.axis = arguments.axis;
  for (const bisect::Candidate& candidate : candidates) {
    report.values.push_back(candidate.value);
  }
  report.good = arguments.good.empty() ? 0 : bisect::position_of(candidates, arguments.good, arguments.axis);
  report.bad =
      arguments.bad.empty() ? candidates.size() - 1 : bisect::position_of(candidates, arguments.bad, arguments.axis);
  if (report.good == report.bad) {
    report_failure(fmt::format("{} can't be both the good and the bad end", report.values[report.good]));
    return ExitCode::Usage;
  }
  report.scanned = arguments.scan;

  CellAsker asker(arguments, source, invocation);
  const auto ask = [&](std::size_t index) {
    const run::CellResult& result = report.results[index] = asker.run(candidates[index].cell);
    const bisect::Answer answer = answer_of(result);
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

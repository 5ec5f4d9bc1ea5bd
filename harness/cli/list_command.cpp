// SPDX-License-Identifier: MIT
#include "harness/cli/list_command.hpp"

#include <cstdio>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "harness/cli/cell_source.hpp"
#include "harness/cli/command_line.hpp"
#include "harness/cli/listing.hpp"
#include "harness/cli/program.hpp"
#include "harness/run/selection.hpp"

namespace dllrepro::cli {

namespace {

constexpr const char* k_list_footer = R"(
Examples:
  dllrepro list                                    scenarios with their titles
  dllrepro list --cells preload-glob               ids of cells, as --filter takes them
  dllrepro list --rows                             the rows of the record: what is known of loading, and from where
  dllrepro list --format github-matrix --shards 2  {"shard":["1/2","2/2"]}, for strategy.matrix: ${{ fromJSON(...) }}
)";

struct ListArguments {
  std::vector<std::string> paths;
  std::string fixtures;
  run::Selection selection;
  bool cells = false;
  bool rows = false;
  bool tags = false;
  bool fixture_names = false;
  std::string format = "text";
  std::string suite;
  unsigned shards = 1;
};

void set_up(CLI::App& app, ListArguments& arguments) {
  app.add_option("paths", arguments.paths, "scenario files, folders, names below scenarios/; default: all scenarios")
      ->option_text("...");
  app.add_option("--filter", arguments.selection.filters, "only what FILTER takes (see `dllrepro run --help`)")
      ->option_text("FILTER")
      ->allow_extra_args(false);
  app.add_option("--suite", arguments.suite, "of which suite (see `dllrepro run --help`)")
      ->option_text("default|real|all")
      ->check(CLI::IsMember({"default", "real", "all"}));
  app.add_option("--fixtures", arguments.fixtures, "take fixtures, and scenarios given by name, from DIR")
      ->option_text("DIR");
  app.add_flag("--cells", arguments.cells, "list the ids of cells");
  app.add_flag("--tags", arguments.tags, "list the tags, with the number of scenarios that have each");
  app.add_flag("--rows", arguments.rows,
               "list the rows of the record: fact, source, and the scenarios that cover it, or none");
  app.add_flag("--fixture-names", arguments.fixture_names,
               "list the names of trees, hosts, machines, loaders and catalogs");
  app.add_option("--format", arguments.format, "how to print it")
      ->option_text("text|json|github-matrix")
      ->check(CLI::IsMember({"text", "json", "github-matrix"}));
  app.add_option("--shards", arguments.shards, "how many parts a github-matrix has; parts without cells are left out")
      ->option_text("N")
      ->check(CLI::Range(1, 256));
}

Listing listing_for(const ListArguments& arguments) {
  if (arguments.fixture_names) {
    return list_fixtures(scenario::FixtureLibrary(find_root(arguments.fixtures, arguments.paths)));
  }
  const CellSource source = load_cells(arguments.fixtures, arguments.paths);
  const std::vector<scenario::Cell> cells = run::select(source.cells, arguments.selection);
  if (!cells.empty()) {
    for (const std::string& idle : run::explain_idle_filters(source.cells, arguments.selection)) {
      tell(idle);
    }
  }
  if (arguments.rows) {
    return list_rows(cells, source.library->record());
  }
  if (cells.empty()) {
    return {{}, run::explain_empty(source.cells, arguments.selection)};
  }
  if (arguments.format == "github-matrix") {
    return list_shards(cells, arguments.shards);
  }
  return arguments.cells ? list_cells(cells) : arguments.tags ? list_tags(cells) : list_scenarios(cells);
}

}  // namespace

ExitCode list_command(const Invocation& invocation) {
  ListArguments arguments;
  CLI::App app("Lists scenarios, their cells and tags, the rows of the record they cover, and fixtures.",
               "dllrepro list");
  set_up(app, arguments);
  if (const std::optional<ExitCode> end = parse_arguments(app, invocation.arguments, k_list_footer)) {
    return *end;
  }
  if (arguments.cells + arguments.tags + arguments.rows + arguments.fixture_names > 1) {
    return refuse_arguments(app, "only one of --cells, --tags, --rows and --fixture-names can be listed at a time");
  }
  arguments.selection.suite =
      run::suite_of(arguments.suite).value_or(arguments.paths.empty() ? run::Suite::Default : run::Suite::All);
  const Listing listing = listing_for(arguments);
  if (listing.json.is_null()) {
    report_failure(listing.text);
    return ExitCode::NothingSelected;
  }
  const std::string text = arguments.format == "text"            ? listing.text
                           : arguments.format == "github-matrix" ? listing.json.dump() + "\n"
                                                                 : listing.json.dump(2) + "\n";
  std::fwrite(text.data(), 1, text.size(), stdout);
  return ExitCode::AllAsExpected;
}

}  // namespace dllrepro::cli

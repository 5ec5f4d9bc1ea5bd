// SPDX-License-Identifier: MIT
#include "harness/cli/schema_command.hpp"

#include <cstdio>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "harness/cli/command_line.hpp"
#include "harness/loader/schema.hpp"
#include "harness/scenario/schema.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::embedded {
extern const std::span<const unsigned char> report_schema;
}  // namespace dllrepro::embedded

namespace dllrepro::cli {

namespace {

constexpr const char* k_schema_footer = R"(
Example, for completion and checks in an editor:
  dllrepro schema > scenario.schema.json
  and in Visual Studio Code's settings:
  "json.schemas": [{"fileMatch": ["scenarios/**/*.json"], "url": "./scenario.schema.json"}]
)";

/// What scenario files and what they refer to look like, then operations on their own and what --report json writes.
std::vector<std::string> names_of_schemas() {
  std::vector<std::string> names;
  for (const std::string_view name : scenario::schema_names()) {
    names.emplace_back(name);
  }
  names.insert(names.end(), {"operations", "report"});
  return names;
}

/// "" for an unknown name.
std::string text_of_schema(const std::string& name) {
  if (name == "operations") {
    return loader::operations_schema().dump(2) + "\n";
  }
  if (name == "report") {
    return {embedded::report_schema.begin(), embedded::report_schema.end()};
  }
  return std::string(scenario::schema_text(name));
}

}  // namespace

ExitCode schema_command(const Invocation& invocation) {
  const std::vector<std::string> names = names_of_schemas();
  std::string name = names.front();
  CLI::App app("Prints the JSON Schema (draft 2020-12) of a file format.", "dllrepro schema");
  app.add_option("name", name, fmt::format("one of {} (default: {})", fmt::join(names, ", "), name))
      ->option_text("NAME");
  if (const std::optional<ExitCode> end = parse_arguments(app, invocation.arguments, k_schema_footer)) {
    return *end;
  }
  const std::string text = text_of_schema(name);
  if (text.empty()) {
    return refuse_arguments(app, fmt::format("unknown schema \"{}\"{}; known are {}", name, did_you_mean(name, names),
                                             fmt::join(names, ", ")));
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  return ExitCode::AllAsExpected;
}

}  // namespace dllrepro::cli

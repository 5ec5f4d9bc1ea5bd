// SPDX-License-Identifier: MIT
#include "harness/loader/loader_fixture.hpp"

#include <fmt/format.h>

#include "harness/loader/operation_parser.hpp"
#include "harness/loader/text_template.hpp"

namespace dllrepro::loader {

namespace {

constexpr std::uint64_t k_schema = 1;

void read_description(const JsonCursor& cursor, bool inline_loader, LoaderFixture& loader) {
  if (inline_loader) {
    loader.title = cursor.text_or("title", "");
    loader.why = cursor.text_or("why", "");
  } else {
    if (const auto schema = cursor.require("schema")) {
      const auto version = schema->unsigned_number();
      if (version && *version != k_schema) {
        schema->report(fmt::format("expected schema {}, found {}", k_schema, *version));
      }
    }
    loader.title = cursor.require_text("title");
    loader.why = cursor.require_text("why");
  }
  const auto evidence = inline_loader ? cursor.find("evidence") : cursor.require("evidence");
  if (evidence) {
    loader.evidence = evidence->texts();
    if (loader.evidence.empty()) {
      evidence->report("no evidence is given: an issue, a release or a document");
    }
  }
}

}  // namespace

LoaderFixture parse_loader(const JsonCursor& cursor, const std::string& name, LoaderFinder* loaders,
                           std::vector<std::string> names, bool inline_loader) {
  LoaderFixture loader;
  loader.name = name;
  loader.location = cursor.location();
  if (!cursor.expect_object({"schema", "title", "why", "evidence", "parameters", "operations"})) {
    return loader;
  }
  read_description(cursor, inline_loader, loader);

  std::vector<JsonCursor> defaults;
  if (const auto parameters = cursor.find("parameters")) {
    for (const auto& [parameter, value] : parameters->members()) {
      if (!is_plain_name(parameter)) {
        value.report(fmt::format("\"{}\" is no name: letters, digits and _", parameter));
        continue;
      }
      names.push_back(parameter);
      loader.parameters.emplace(parameter, value.json());
      defaults.push_back(value);
    }
  }
  ParseContext context;
  context.loaders = loaders;
  context.names = &names;
  context.parameters = &loader.parameters;
  if (const auto operations = cursor.require("operations")) {
    loader.operations = parse_operations(*operations, context);
  }
  // After the operations, since a default may name a parameter of a loader that is run.
  for (const JsonCursor& value : defaults) {
    OperationParser(context).value(value);
  }
  return loader;
}

}  // namespace dllrepro::loader

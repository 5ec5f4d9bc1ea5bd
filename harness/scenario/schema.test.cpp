// SPDX-License-Identifier: MIT
// The schema's keys and words against those that the parsers know. schema.test.py has the rest.
#include "harness/scenario/schema.hpp"
#include "harness/loader/lookup/catalog.hpp"
#include "harness/loader/lookup/release_parser.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include <fmt/format.h>
#include <catch2/catch_test_macros.hpp>

#include "harness/scenario/axes.hpp"
#include "harness/scenario/axis_values.hpp"
#include "harness/scenario/expectation.hpp"
#include "harness/scenario/fixtures.hpp"
#include "harness/scenario/layers.hpp"
#include "harness/scenario/table_format.hpp"
#include "harness/stub/spec.hpp"
#include "harness/tree/fixture.hpp"
#include "harness/util/json_document.hpp"

using namespace dllrepro;
using namespace dllrepro::scenario;

namespace {

using Words = std::set<std::string>;

Json schema(std::string_view name) {
  return Json::parse(schema_text(name));
}

Words keys(const Json& object) {
  Words words;
  for (const auto& item : object["properties"].items()) {
    words.insert(item.key());
  }
  words.erase("//");
  return words;
}

Words set_of(const std::vector<std::string>& words) {
  return {words.begin(), words.end()};
}

Words with(Words words, const Words& more) {
  words.insert(more.begin(), more.end());
  return words;
}

/// What a parser says that it knows: it lists all keys to someone whose word is near none of them.
template <typename Parse>
Words keys_that_the_parser_lists(Parse parse) {
  const JsonDocument document = JsonDocument::parse(R"({"zzzzzzzzzzzzzzzz": 1})", "x.json");
  Diagnostics faults;
  parse(JsonCursor(document, faults));
  REQUIRE(faults.size() == 1);
  const std::string& message = faults[0].message;
  const std::string mark = "known here: ";
  REQUIRE(message.find(mark) != std::string::npos);
  Words words;
  std::string word;
  for (const char letter : message.substr(message.find(mark) + mark.size()) + ",") {
    if (letter == ',') {
      words.insert(word);
      word.clear();
    } else if (letter != ' ') {
      word += letter;
    }
  }
  return words;
}

}  // namespace

TEST_CASE("the schema's keys are those that the parsers know") {
  const Json scenario = schema("scenario");
  const Json& parts = scenario["$defs"];
  CHECK(keys(scenario) == set_of(scenario_keys()));
  CHECK(keys(parts["patch"]) == set_of(patch_keys()));
  CHECK(keys(parts["expectation"]) == set_of(expectation_keys()));
  CHECK(keys(parts["selected_expectation"]) == with(set_of(expectation_keys()), {"when"}));
  CHECK(keys(parts["selected_table"]) == Words{"when", "table"});
  CHECK(keys(schema("table")) == set_of(table_keys()));
  CHECK(keys(schema("table")["$defs"]["answer"]) == set_of(answer_keys()));
  CHECK(keys(schema("table")["$defs"]["answer_in_place"]) == set_of(cell_answer_keys()));
  CHECK(keys(schema("axis")) == set_of(axis_file_keys()));
  CHECK(keys(parts["clocks"]) == set_of(clock_words()));
  CHECK(keys(parts["stub"]) == set_of(stub::stub_spec_keys()));
  CHECK(keys(parts["tree"]) == keys_that_the_parser_lists([](const JsonCursor& cursor) { tree::parse_tree(cursor); }));
  CHECK(keys(schema("tree")) == keys(parts["tree"]));
  CHECK(keys(schema("host")) == set_of(fixture_keys(FixtureKind::Host)));
  CHECK(keys(schema("machine")) == set_of(fixture_keys(FixtureKind::Machine)));
  CHECK(keys(schema("loader")) == set_of(fixture_keys(FixtureKind::Loader)));
  CHECK(keys(schema("catalog")) == set_of(fixture_keys(FixtureKind::Catalog)));
  CHECK(keys(schema("catalog")["properties"]["releases"]["items"]) == set_of(loader::lookup::release_keys()));
  CHECK(keys(parts["lookup_rules"]) == keys_that_the_parser_lists([](const JsonCursor& cursor) {
          loader::lookup::Rules rules;
          loader::lookup::apply_rules(cursor, rules);
        }));
  CHECK(keys(schema("catalog")["$defs"]["lookup_library"]) == keys_that_the_parser_lists([](const JsonCursor& cursor) {
          loader::lookup::Library library;
          loader::lookup::apply_library(cursor, library);
        }));
  CHECK(keys(parts["host_object"]) == with(set_of(fixture_keys(FixtureKind::Host)), {"name"}));
  CHECK(keys(parts["loader_object"]) == with(set_of(fixture_keys(FixtureKind::Loader)), {"name"}));
}

TEST_CASE("every reference of a schema leads to a definition in it, and every definition is needed") {
  for (const std::string_view name : schema_names()) {
    INFO(name);
    const std::string text(schema_text(name));
    const Json parsed = Json::parse(text);
    const Json definitions = parsed.contains("$defs") ? parsed["$defs"] : Json::object();
    for (const auto& item : definitions.items()) {
      INFO(item.key());
      CHECK(text.find("\"#/$defs/" + item.key() + "\"") != std::string::npos);
    }
    for (std::size_t at = text.find("#/$defs/"); at != std::string::npos; at = text.find("#/$defs/", at + 1)) {
      const std::string reference = text.substr(at + 8, text.find('"', at) - at - 8);
      INFO(reference);
      CHECK(definitions.contains(reference));
    }
  }
}

TEST_CASE("the published schemas are what the program prints") {
  for (const std::string_view name : schema_names()) {
    INFO("publish with: dllrepro schema " << name << " > harness/scenario/" << name << ".schema.json");
    std::ifstream file(fmt::format("harness/scenario/{}.schema.json", name), std::ios::binary);
    std::string published{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    std::erase(published, '\r');
    // Compared outside of CHECK: on a difference it would print both.
    const bool is_current = published == schema_text(name);
    CHECK(is_current);
  }
  CHECK(schema_text("scenarios").empty());
}

// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>

#include "harness/loader/schema.hpp"
#include "harness/loader/verbs.hpp"

namespace dllrepro::loader {
namespace {

constexpr const char* k_published = "harness/loader/operations.schema.json";

TEST_CASE("the published schema is the table's") {
  const Json published = JsonDocument::read(k_published).root();
  INFO("publish with: dllrepro schema operations > harness/loader/operations.schema.json");
  CHECK(published == operations_schema());
}

TEST_CASE("every verb and every condition is one alternative of its definition") {
  const Json schema = operations_schema();
  CHECK(schema.at("$defs").at("operation").at("anyOf").size() == verbs().size());
  // A condition may also be true or false.
  CHECK(schema.at("$defs").at("condition").at("anyOf").size() == conditions().size() + 1);
}

TEST_CASE("an editor shows what every key is for") {
  for (const auto* table : {&verbs(), &conditions()}) {
    for (const VerbRule& rule : *table) {
      CAPTURE(rule.name());
      CHECK_FALSE(rule.summary.empty());
      for (const ArgumentRule& argument : rule.arguments) {
        CAPTURE(argument.key);
        CHECK_FALSE(argument.summary.empty());
      }
    }
  }
  const Json definitions = operations_schema().at("$defs");
  for (const char* kind : {"operation", "condition"}) {
    for (const Json& alternative : definitions.at(kind).at("anyOf")) {
      const Json properties = alternative.value("properties", Json::object());
      for (const auto& [key, property] : properties.items()) {
        CAPTURE(key);
        CHECK((key == "//" || !property.at("description").get<std::string>().empty()));
      }
    }
  }
  const Json load = definitions.at("operation").at("anyOf").at(0).at("properties");
  CHECK(load.at("load").at("description") ==
        "loads a module by the call named; its value: a path, or a bare name that is searched for");
  CHECK(load.at("flags").at("$ref") == "#/$defs/flags");
}

}  // namespace
}  // namespace dllrepro::loader

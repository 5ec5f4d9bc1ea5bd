// SPDX-License-Identifier: MIT
#include "harness/loader/schema.hpp"

#include <string>

#include <fmt/format.h>

#include "harness/loader/lookup/schema.hpp"
#include "harness/loader/verbs.hpp"
#include "harness/pe/load_flags.hpp"

namespace dllrepro::loader {

namespace {

Json reference_to(const std::string& definition) {
  return {{"$ref", "#/$defs/" + definition}};
}

Json list_of(Json items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}

Json any_of(Json first, Json second) {
  return {{"anyOf", Json::array({std::move(first), std::move(second)})}};
}

Json one_or_many(const std::string& definition) {
  return any_of(reference_to(definition), list_of(reference_to(definition)));
}

Json one_or_some(const std::string& definition, std::size_t most) {
  Json list = list_of(reference_to(definition));
  if (most != 0) {
    list["maxItems"] = most;
  }
  return any_of(reference_to(definition), std::move(list));
}

Json map_of(Json values) {
  return {{"type", "object"}, {"additionalProperties", std::move(values)}};
}

Json words_of(const ArgumentRule& rule) {
  Json words = Json::array();
  for (const std::string_view word : rule.words) {
    words.push_back(word);
  }
  return any_of({{"enum", std::move(words)}}, reference_to("reference"));
}

Json closed_object(Json properties, Json required) {
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

Json schema_of(const ArgumentRule& rule) {
  switch (rule.kind) {
    case ArgumentKind::Text:
    case ArgumentKind::Path:
      return {{"type", "string"}};
    case ArgumentKind::Paths:
    case ArgumentKind::Names:
      return one_or_many("text");
    case ArgumentKind::PathOrNull:
      return {{"type", Json::array({"string", "null"})}};
    case ArgumentKind::Name:
    case ArgumentKind::NewName:
    case ArgumentKind::AnyName:
      return reference_to("name");
    case ArgumentKind::Number:
      return reference_to("number");
    case ArgumentKind::Numbers:
      return one_or_some("number", rule.most);
    case ArgumentKind::Flags:
      return reference_to("flags");
    case ArgumentKind::True:
      return {{"const", true}};
    case ArgumentKind::Boolean:
      return {{"type", "boolean"}};
    case ArgumentKind::Word:
      return words_of(rule);
    case ArgumentKind::Code:
      return any_of({{"type", "string"}}, list_of({{"type", "string"}}));
    case ArgumentKind::Value:
      return true;
    case ArgumentKind::Pair:
      return {{"type", "array"}, {"minItems", 2}, {"maxItems", 2}};
    case ArgumentKind::Export:
      return any_of({{"type", "string"}},
                    closed_object({{"ordinal", reference_to("number")}}, Json::array({"ordinal"})));
    case ArgumentKind::Environment:
      return map_of({{"type", Json::array({"string", "null"})}});
    case ArgumentKind::Assignments:
      return map_of(true);
    case ArgumentKind::Sequence:
      return {
          {"anyOf",
           Json::array({{{"type", "array"}},
                        reference_to("reference"),
                        closed_object({{"glob", {{"type", "string"}}},
                                       {"order", {{"enum", Json::array({"name", "reverse", "newest", "as_found"})}}}},
                                      Json::array({"glob"}))})}};
    case ArgumentKind::Candidates:
      return any_of(one_or_many("text"), closed_object({{"names", one_or_many("text")}, {"in", one_or_many("text")}},
                                                       Json::array({"names", "in"})));
    case ArgumentKind::Process:
      return closed_object({{"program", {{"type", "string"}}},
                            {"arguments", one_or_many("text")},
                            {"operations", reference_to("operations")}},
                           Json::array());
    case ArgumentKind::Switches:
      return reference_to("lookup_rules");
    case ArgumentKind::Block:
      return reference_to("operations");
    case ArgumentKind::Condition:
      return reference_to("condition");
    case ArgumentKind::Conditions:
      return list_of(reference_to("condition"));
  }
  return {};
}

/// An editor shows the description where the key is. A schema that allows anything is `true` and becomes an object.
Json described(Json schema, std::string description) {
  Json result{{"description", std::move(description)}};
  if (schema.is_object()) {
    result.update(schema);
  }
  return result;
}

Json alternatives(const std::vector<VerbRule>& rules) {
  Json all = Json::array();
  for (const VerbRule& rule : rules) {
    Json properties = {{"//", true}};
    Json required = Json::array();
    for (const ArgumentRule& argument : rule.arguments) {
      const bool is_main = &argument == &rule.arguments.front();
      properties[std::string(argument.key)] =
          described(schema_of(argument), is_main ? fmt::format("{}; its value: {}", rule.summary, argument.summary)
                                                 : std::string(argument.summary));
      if (argument.required) {
        required.push_back(argument.key);
      }
    }
    Json one = closed_object(std::move(properties), std::move(required));
    one["description"] = rule.summary;
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace

Json operations_schema() {
  Json flag_names = Json::array();
  for (const pe::LoadFlag& flag : pe::k_load_flags) {
    flag_names.push_back(flag.word);
  }
  Json condition = alternatives(conditions());
  condition.insert(condition.begin(), Json{{"type", "boolean"}});
  Json definitions = {
      {"text", {{"type", "string"}}},
      {"name", {{"type", "string"}, {"pattern", "^[A-Za-z_][A-Za-z0-9_]*$"}}},
      {"reference", {{"type", "string"}, {"pattern", "^\\{[^{}]+\\}$"}}},
      {"number", any_of({{"type", "integer"}, {"minimum", 0}},
                        {{"type", "string"}, {"pattern", "^(0[xX][0-9A-Fa-f]+|[0-9]+|\\{[^{}]+\\})$"}})},
      {"flags", any_of(reference_to("number"),
                       list_of(any_of({{"enum", std::move(flag_names)}}, {{"type", "integer"}, {"minimum", 0}})))},
      {"operations", list_of(reference_to("operation"))},
      {"operation", {{"anyOf", alternatives(verbs())}}},
      {"condition", {{"anyOf", std::move(condition)}}},
  };
  definitions.update(lookup::definitions());
  return {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
          {"title", "Operations of loaders and steps"},
          {"$ref", "#/$defs/operations"},
          {"$defs", definitions}};
}

}  // namespace dllrepro::loader

// SPDX-License-Identifier: MIT
#include "harness/scenario/schema.hpp"

#include <map>
#include <set>
#include <span>
#include <string>

#include "harness/loader/schema.hpp"
#include "harness/scenario/axes.hpp"
#include "harness/scenario/expectation.hpp"
#include "harness/scenario/expectation_parse.hpp"
#include "harness/scenario/layers.hpp"
#include "harness/stub/action.hpp"
#include "harness/stub/corruption.hpp"

namespace dllrepro::embedded {
extern const std::span<const unsigned char> k_scenario_schema_parts;
}

namespace dllrepro::scenario {

namespace {

constexpr const char* k_draft = "https://json-schema.org/draft/2020-12/schema";

/// Puts the published schemas together from schema_parts.json and the tables that the parsers read by: words of
/// outcomes, phases, clocks and corruptions, actions of stubs, operations of loaders.
class Composer {
 public:
  Composer()
      : m_parts(Json::parse(embedded::k_scenario_schema_parts.begin(), embedded::k_scenario_schema_parts.end())) {
    m_groups = m_parts["groups"];
    m_groups["expectation"] = m_parts["expectation"];
    m_definitions = m_parts["$defs"];
    m_definitions["outcome_word"] = {{"enum", outcome_words()}};
    m_definitions["phase_word"] = {{"enum", phase_words()}};
    m_definitions["clock_word"] = {{"enum", clock_words()}};
    for (const char* expectation : {"expectation", "selected_expectation", "answer"}) {
      m_definitions[expectation]["allOf"] = fitting_outcomes();
    }
    m_definitions["corruption"] = corruption();
    m_definitions["action"] = {{"anyOf", actions()}};
    const Json operations = loader::operations_schema();
    for (const auto& item : operations["$defs"].items()) {
      m_definitions[item.key()] = item.value();
    }
    for (auto& item : m_definitions.items()) {
      complete(item.value());
    }
  }

  /// A schema that needs no other file: the document with the definitions that it refers to.
  std::string text(const std::string& name) {
    Json schema{{"$schema", k_draft}};
    schema.update(m_parts["documents"][name]);
    complete(schema);
    std::set<std::string> needed;
    collect(schema, needed);
    for (const auto& item : m_definitions.items()) {
      if (needed.contains(item.key())) {
        schema["$defs"][item.key()] = item.value();
      }
    }
    return schema.dump(2) + "\n";
  }

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& item : m_parts["documents"].items()) {
      all.push_back(item.key());
    }
    return all;
  }

 private:
  static Json corruption() {
    Json words = Json::array();
    for (const stub::CorruptionKind& kind : stub::corruptions()) {
      words.push_back({{"const", kind.word}, {"description", kind.description}});
    }
    words.push_back({{"$ref", "#/$defs/reference"}});
    words.push_back(Json::parse(R"({"type": "object", "minProperties": 1, "maxProperties": 1,
      "additionalProperties": {"anyOf": [{"$ref": "#/$defs/number"}, {"type": "string"}]}})"));
    return {{"anyOf", std::move(words)}};
  }

  /// Keys that stand with some outcomes only, where the outcome is no `{axis}`.
  static Json fitting_outcomes() {
    Json rules = Json::array();
    for (const std::string& key : expectation_keys()) {
      const std::vector<std::string> outcomes = outcomes_of_key(key);
      if (!outcomes.empty()) {
        Json one_of_these{{"outcome", {{"enum", outcomes}}}};
        Json any_word{{"outcome", {{"$ref", "#/$defs/outcome_word"}}}};
        rules.push_back({{"if", {{"required", Json::array({key, "outcome"})}, {"properties", std::move(any_word)}}},
                         {"then", {{"properties", std::move(one_of_these)}}}});
      }
    }
    return rules;
  }

  Json actions() const {
    Json all = Json::array();
    for (const stub::ActionRule& rule : stub::action_rules()) {
      const Json& part = m_parts["actions"].at(rule.verb);
      Json value = part["value"];
      if (value.contains("words")) {
        value = {
            {"anyOf", Json::array({{{"enum", value["words"] == "crash" ? stub::crash_words() : stub::hang_words()}},
                                   {{"$ref", "#/$defs/reference"}}})}};
      }
      Json action{{"description", part["description"]},
                  {"type", "object"},
                  {"required", Json::array({rule.verb})},
                  {"additionalProperties", false}};
      action["properties"][rule.verb] = std::move(value);
      for (const std::string& modifier : rule.modifiers) {
        action["properties"][modifier] = m_parts["action_modifiers"].at(modifier);
      }
      all.push_back(std::move(action));
    }
    return all;
  }

  /// Puts groups in where "..." names them, and allows the comment "//" in every object whose keys are listed.
  void complete(Json& schema) const {
    if (schema.is_array()) {
      for (Json& element : schema) {
        complete(element);
      }
    }
    if (!schema.is_object()) {
      return;
    }
    if (schema.contains("properties") && schema["properties"].is_object()) {
      schema["properties"] = with_groups(schema["properties"]);
    }
    if (schema.contains("additionalProperties") && schema["additionalProperties"] != true) {
      schema["properties"]["//"] = true;
    }
    for (auto& item : schema.items()) {
      complete(item.value());
    }
  }

  [[nodiscard]] Json with_groups(const Json& properties) const {
    Json all = Json::object();
    for (const auto& item : properties.items()) {
      if (item.key() != "...") {
        all[item.key()] = item.value();
        continue;
      }
      for (const Json& group : item.value().is_array() ? item.value() : Json::array({item.value()})) {
        all.update(with_groups(m_groups.at(group.get<std::string>())));
      }
    }
    return all;
  }

  void collect(const Json& schema, std::set<std::string>& needed) const {
    constexpr std::string_view k_prefix = "#/$defs/";
    if (schema.is_structured()) {
      for (const Json& value : schema) {
        collect(value, needed);
      }
    }
    if (!schema.is_object() || !schema.contains("$ref")) {
      return;
    }
    const auto name = schema["$ref"].get<std::string>().substr(k_prefix.size());
    if (needed.insert(name).second) {
      collect(m_definitions.at(name), needed);
    }
  }

  Json m_parts;
  Json m_groups;
  Json m_definitions;
};

const std::vector<std::pair<std::string, std::string>>& schemas() {
  static const std::vector<std::pair<std::string, std::string>> all = [] {
    Composer composer;
    std::vector<std::pair<std::string, std::string>> texts;
    for (const std::string& name : composer.names()) {
      texts.emplace_back(name, composer.text(name));
    }
    return texts;
  }();
  return all;
}

}  // namespace

std::vector<std::string_view> schema_names() {
  std::vector<std::string_view> names;
  for (const auto& [name, text] : schemas()) {
    names.emplace_back(name);
  }
  return names;
}

std::string_view schema_text(std::string_view name) {
  for (const auto& [known, text] : schemas()) {
    if (known == name) {
      return text;
    }
  }
  return {};
}

}  // namespace dllrepro::scenario

// SPDX-License-Identifier: MIT
#include "harness/scenario/expectation_parse.hpp"

#include <algorithm>
#include <regex>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/scenario/layers.hpp"
#include "harness/scenario/paths.hpp"

namespace dllrepro::scenario {

namespace {

std::optional<std::uint32_t> number_32(const JsonCursor& object, std::string_view key) {
  const auto member = object.find(key);
  const auto number = member ? member->unsigned_number(UINT32_MAX) : std::nullopt;
  return number ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

std::optional<std::string> word(const JsonCursor& object, std::string_view key, const std::vector<std::string>& known) {
  const auto member = object.find(key);
  return member ? member->one_of(known) : std::nullopt;
}

std::optional<TextExpectation> text(const JsonCursor& object, std::string_view key) {
  const auto member = object.find(key);
  return member ? std::optional(parse_text_expectation(*member)) : std::nullopt;
}

/// A list of texts that must say something: an empty one would look like a statement and be none.
std::vector<std::string> stated_texts(const JsonCursor& object, std::string_view key) {
  const auto member = object.find(key);
  if (!member) {
    return {};
  }
  if (member->json().is_array() && member->json().empty()) {
    member->report("an empty list states nothing; leave the key out");
  }
  return member->texts();
}

std::vector<std::string> paths(const JsonCursor& object, std::string_view key) {
  std::vector<std::string> all;
  const auto member = object.find(key);
  if (!member) {
    return all;
  }
  if (member->json().is_array() && member->json().empty()) {
    member->report("an empty list states nothing; leave the key out");
  }
  for (const JsonCursor& element : member->one_or_many()) {
    if (auto path = module_path(element, true)) {
      all.push_back(std::move(*path));
    }
  }
  return all;
}

std::map<std::string, Json> returned(const JsonCursor& object) {
  std::map<std::string, Json> values;
  const auto member = object.find("returned");
  if (!member) {
    return values;
  }
  for (const auto& [name, value] : member->members()) {
    values.emplace(name, value.json());
  }
  return values;
}

Json unsatisfied(const JsonCursor& list) {
  Json imports = Json::array();
  for (const JsonCursor& element : list.elements()) {
    if (!element.expect_object({"module", "from", "symbol", "ordinal"})) {
      continue;
    }
    Json import = Json::object();
    if (const auto module = element.find("module")) {
      import["module"] = module_path(*module, false).value_or("");
    }
    for (const char* key : {"from", "symbol"}) {
      if (const auto member = element.find(key)) {
        import[key] = member->text().value_or("");
      }
    }
    if (element.find("ordinal")) {
      import["ordinal"] = element.unsigned_or("ordinal", 0, UINT16_MAX);
    }
    if (import.empty()) {
      element.report("name the module, the DLL it imports from, or the symbol");
    }
    imports.push_back(std::move(import));
  }
  return imports;
}

}  // namespace

TextExpectation parse_text_expectation(const JsonCursor& cursor) {
  TextExpectation text;
  if (cursor.json().is_string()) {
    text.contains = cursor.texts();
    return text;
  }
  if (!cursor.json().is_object()) {
    cursor.report("expected a text, or an object of contains, absent, equals and matches");
    return text;
  }
  cursor.expect_object({"contains", "absent", "equals", "matches"});
  if (cursor.json().empty()) {
    cursor.report("states nothing; give one of contains, absent, equals and matches");
  }
  text.contains = stated_texts(cursor, "contains");
  text.absent = stated_texts(cursor, "absent");
  if (const auto equals = cursor.find("equals")) {
    text.equals = equals->text();
  }
  if (const auto matches = cursor.find("matches")) {
    text.matches = matches->text();
    try {
      const std::regex compiled(text.matches.value_or(""), std::regex::ECMAScript);
    } catch (const std::regex_error& error) {
      matches->report(fmt::format("this is no regular expression: {}", error.what()));
    }
  }
  return text;
}

std::vector<std::string> outcomes_of_key(std::string_view key) {
  if (key == "error") {
    return {"load error", "call error", "did not start"};
  }
  if (key == "module") {
    return {"load error", "call error"};
  }
  if (key == "message") {
    return {"load error", "call error", "did not start"};
  }
  if (key == "status") {
    return {"crash", "did not start"};
  }
  if (key == "exit_code") {
    return {"exit"};
  }
  if (key == "clock") {
    return {"hang"};
  }
  if (key == "phase") {
    return {"load error", "call error", "exit", "crash", "hang", "did not start"};
  }
  return {};
}

std::vector<std::string> keys_not_fitting(const Expectation& expectation) {
  std::vector<std::string> wrong;
  if (!expectation.outcome) {
    return wrong;
  }
  const Json given = to_json(expectation);
  for (const auto& item : given.items()) {
    const std::vector<std::string> outcomes = outcomes_of_key(item.key());
    if (!outcomes.empty() && std::find(outcomes.begin(), outcomes.end(), *expectation.outcome) == outcomes.end()) {
      wrong.push_back(item.key());
    }
  }
  return wrong;
}

Expectation parse_expectation(const JsonCursor& cursor) {
  Expectation expectation;
  expectation.location = cursor.location();
  if (!cursor.json().is_object()) {
    return expectation;
  }
  expectation.outcome = word(cursor, "outcome", outcome_words());
  expectation.error = number_32(cursor, "error");
  if (const auto module = cursor.find("module")) {
    expectation.module = module_path(*module, false);
  }
  expectation.phase = word(cursor, "phase", phase_words());
  expectation.status = number_32(cursor, "status");
  expectation.exit_code = number_32(cursor, "exit_code");
  expectation.clock = word(cursor, "clock", clock_words());
  expectation.message = text(cursor, "message");
  expectation.resident = paths(cursor, "resident");
  expectation.not_resident = paths(cursor, "not_resident");
  expectation.load_order = paths(cursor, "load_order");
  expectation.standard_output = text(cursor, "stdout");
  expectation.standard_error = text(cursor, "stderr");
  expectation.returned = returned(cursor);
  if (const auto environment = cursor.find("environment")) {
    for (const auto& [name, value] : environment->members()) {
      expectation.environment.emplace(name, parse_text_expectation(value));
    }
  }
  if (const auto warnings = cursor.find("warnings")) {
    expectation.warnings = warnings->texts();
  }
  if (const auto list = cursor.find("unsatisfied")) {
    expectation.unsatisfied = unsatisfied(*list);
  }
  if (const auto survivors = cursor.find("survivors")) {
    expectation.survivors = survivors->texts();
  }
  expectation.evidence = stated_texts(cursor, "evidence");
  for (const std::string& key : keys_not_fitting(expectation)) {
    cursor.find(key)->report(fmt::format("\"{}\" does not go with the outcome \"{}\", only with: {}", key,
                                         *expectation.outcome, fmt::join(outcomes_of_key(key), ", ")));
  }
  return expectation;
}

}  // namespace dllrepro::scenario

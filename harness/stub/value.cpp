// SPDX-License-Identifier: MIT
#include "harness/stub/value.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/util/nearest.hpp"
#include "harness/util/numbers.hpp"

namespace dllrepro::stub {

namespace {

constexpr std::pair<Value::Kind, std::string_view> k_value_words[] = {
    {Value::Kind::Result, "result"},
    {Value::Kind::Error, "error"},
    {Value::Kind::Argument, "argument"},
    {Value::Kind::Argument2, "argument2"},
    {Value::Kind::Argument3, "argument3"},
    {Value::Kind::Count, "count"},
    {Value::Kind::Version, "version"},
    {Value::Kind::FileName, "file_name"},
    {Value::Kind::FileNameLength, "file_name_length"},
};

constexpr std::pair<Condition::Kind, std::string_view> k_condition_words[] = {
    {Condition::Kind::Resident, "resident"},
    {Condition::Kind::Exists, "exists"},
    {Condition::Kind::Environment, "environment"},
    {Condition::Kind::Failed, "failed"},
    {Condition::Kind::Equals, "equals"},
    {Condition::Kind::ProcessEnding, "process_ending"},
    {Condition::Kind::Not, "not"},
    {Condition::Kind::Any, "any"},
    {Condition::Kind::All, "all"},
};

template <typename Table>
std::vector<std::string> words_of(const Table& table) {
  std::vector<std::string> words;
  for (const auto& [kind, word] : table) {
    words.emplace_back(word);
  }
  return words;
}

template <typename Table>
auto find_word(const Table& table, std::string_view word) {
  return std::find_if(std::begin(table), std::end(table), [&](const auto& entry) { return entry.second == word; });
}

template <typename Table, typename Kind>
std::string word_of(const Table& table, Kind kind) {
  return std::string(
      std::find_if(std::begin(table), std::end(table), [&](const auto& entry) { return entry.first == kind; })->second);
}

/// Reads true; false would say nothing that leaving the key out does not say.
void expect_true(const JsonCursor& cursor) {
  if (const auto answer = cursor.boolean(); answer && !*answer) {
    cursor.report("expected true; write {\"not\": ...} for the contrary");
  }
}

void parse_condition_value(Condition& condition, const JsonCursor& value) {
  switch (condition.kind) {
    case Condition::Kind::Environment:
      condition.text = parse_name(value);
      break;
    case Condition::Kind::Resident:
    case Condition::Kind::Exists:
      condition.text = parse_text(value);
      break;
    case Condition::Kind::Failed:
    case Condition::Kind::ProcessEnding:
      expect_true(value);
      break;
    case Condition::Kind::Equals:
      for (const JsonCursor& element : value.elements()) {
        condition.values.push_back(parse_value(element));
      }
      if (value.json().is_array() && condition.values.size() != 2) {
        value.report(fmt::format("expected two values, found {}", condition.values.size()));
      }
      break;
    case Condition::Kind::Not:
      condition.conditions.push_back(parse_condition(value));
      break;
    case Condition::Kind::Any:
    case Condition::Kind::All:
      for (const JsonCursor& element : value.elements()) {
        condition.conditions.push_back(parse_condition(element));
      }
      if (value.json().is_array() && condition.conditions.empty()) {
        value.report("expected at least one condition");
      }
      break;
  }
}

}  // namespace

const std::vector<std::string>& value_words() {
  static const std::vector<std::string> words = words_of(k_value_words);
  return words;
}

const std::vector<std::string>& condition_words() {
  static const std::vector<std::string> words = words_of(k_condition_words);
  return words;
}

Value parse_value(const JsonCursor& cursor) {
  Value value;
  if (cursor.json().is_object()) {
    cursor.expect_object({"text"});
    value.kind = Value::Kind::Text;
    if (const auto text = cursor.require("text")) {
      value.text = text->text().value_or("");
    }
    return value;
  }
  if (cursor.json().is_string() && !parse_unsigned(cursor.json().get_ref<const std::string&>())) {
    const std::string& word = cursor.json().get_ref<const std::string&>();
    if (const auto* const known = find_word(k_value_words, word); known != std::end(k_value_words)) {
      value.kind = known->first;
    } else {
      const std::string hint = did_you_mean(word, value_words());
      cursor.report(fmt::format(
          "unknown value \"{}\"{}", word,
          hint.empty() ? fmt::format("; expected a number or one of: {}", fmt::join(value_words(), ", ")) : hint));
    }
    return value;
  }
  value.number = cursor.unsigned_number().value_or(0);
  return value;
}

Json to_json(const Value& value) {
  if (value.kind == Value::Kind::Number) {
    return value.number;
  }
  if (value.kind == Value::Kind::Text) {
    return Json{{"text", value.text}};
  }
  return word_of(k_value_words, value.kind);
}

Symbol parse_symbol(const JsonCursor& cursor) {
  Symbol symbol;
  if (!cursor.json().is_object()) {
    symbol.name = parse_name(cursor);
    return symbol;
  }
  cursor.expect_object({"ordinal"});
  if (const auto ordinal = cursor.require("ordinal")) {
    symbol.ordinal = static_cast<std::uint16_t>(ordinal->unsigned_number(UINT16_MAX).value_or(0));
  }
  return symbol;
}

Json to_json(const Symbol& symbol) {
  return symbol.name.empty() ? Json{{"ordinal", symbol.ordinal}} : Json(symbol.name);
}

Condition parse_condition(const JsonCursor& cursor) {
  Condition condition;
  if (!cursor.expect_object(condition_words())) {
    return condition;
  }
  std::size_t found = 0;
  for (const auto& [key, value] : cursor.members()) {
    if (const auto* const known = find_word(k_condition_words, key); known != std::end(k_condition_words)) {
      condition.kind = known->first;
      parse_condition_value(condition, value);
      ++found;
    }
  }
  if (found > 1) {
    cursor.report(R"(a condition has one key; join several by {"all": [...]} or {"any": [...]})");
  } else if (cursor.members().empty()) {
    cursor.report(fmt::format("expected a condition: {}", fmt::join(condition_words(), ", ")));
  }
  return condition;
}

Json to_json(const Condition& condition) {
  Json value;
  switch (condition.kind) {
    case Condition::Kind::Resident:
    case Condition::Kind::Exists:
    case Condition::Kind::Environment:
      value = condition.text;
      break;
    case Condition::Kind::Failed:
    case Condition::Kind::ProcessEnding:
      value = true;
      break;
    case Condition::Kind::Equals:
      value = Json::array();
      for (const Value& part : condition.values) {
        value.push_back(to_json(part));
      }
      break;
    case Condition::Kind::Not:
      value = to_json(condition.conditions.at(0));
      break;
    case Condition::Kind::Any:
    case Condition::Kind::All:
      value = Json::array();
      for (const Condition& part : condition.conditions) {
        value.push_back(to_json(part));
      }
      break;
  }
  Json json = Json::object();
  json[word_of(k_condition_words, condition.kind)] = std::move(value);
  return json;
}

std::string parse_text(const JsonCursor& cursor) {
  const std::string text = cursor.text().value_or("");
  if (const std::string fault = compile_text(text, TextUse::Plain).fault; !fault.empty()) {
    cursor.report(fault);
  }
  return text;
}

std::string parse_name(const JsonCursor& cursor) {
  std::string name = cursor.text().value_or("?");
  if (name.empty()) {
    cursor.report("expected a name, found \"\"");
  } else if (name.find('\0') != std::string::npos) {
    cursor.report("a name can't contain U+0000");
  }
  return name;
}

}  // namespace dllrepro::stub

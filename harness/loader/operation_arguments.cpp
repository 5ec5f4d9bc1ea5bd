// SPDX-License-Identifier: MIT
// The kinds of arguments, one reader each; the second half of OperationParser.
#include <fmt/format.h>

#include "harness/loader/lookup/release_parser.hpp"
#include "harness/loader/operation_parser.hpp"
#include "harness/loader/text_template.hpp"
#include "harness/pe/load_flags.hpp"
#include "harness/util/nearest.hpp"
#include "harness/util/numbers.hpp"

namespace dllrepro::loader {

namespace {

bool holds_reference(const JsonCursor& cursor) {
  return cursor.json().is_string() && parse_template(cursor.json().get_ref<const std::string&>()).is_one_reference();
}

}  // namespace

Json OperationParser::argument(const JsonCursor& cursor, const ArgumentRule& rule) {
  switch (rule.kind) {
    case ArgumentKind::Text:
    case ArgumentKind::Path:
      return text(cursor);
    case ArgumentKind::PathOrNull:
      return cursor.json().is_null() ? Json() : text(cursor);
    case ArgumentKind::Paths:
    case ArgumentKind::Names:
      return texts(cursor);
    case ArgumentKind::Name:
    case ArgumentKind::NewName:
    case ArgumentKind::AnyName:
      return name(cursor, rule.kind);
    case ArgumentKind::Number:
      return number(cursor);
    case ArgumentKind::Numbers:
      return numbers(cursor, rule);
    case ArgumentKind::Flags:
      return flags(cursor);
    case ArgumentKind::True:
      if (!cursor.boolean().value_or(true)) {
        cursor.report("expected true; leave the operation out instead");
      }
      return true;
    case ArgumentKind::Boolean:
      return cursor.boolean().value_or(false);
    case ArgumentKind::Word:
      return word(cursor, rule);
    case ArgumentKind::Value:
      return value(cursor);
    case ArgumentKind::Pair:
      if (cursor.elements().size() != 2) {
        cursor.report("expected a list of two values");
      }
      return value(cursor);
    case ArgumentKind::Export:
      return symbol(cursor);
    case ArgumentKind::Environment:
      return environment(cursor);
    case ArgumentKind::Assignments:
      return assignments(cursor);
    case ArgumentKind::Sequence:
      return sequence(cursor);
    case ArgumentKind::Candidates:
      return candidates(cursor);
    case ArgumentKind::Code:
      return code(cursor);
    case ArgumentKind::Process:
      return process(cursor);
    case ArgumentKind::Switches:
      return switches(cursor);
    case ArgumentKind::Condition:
      return condition(cursor);
    case ArgumentKind::Conditions:
      return conditions(cursor);
    case ArgumentKind::Block:
      break;  // read by arguments(), into Operation::blocks
  }
  return {};
}

void OperationParser::check_reference(const JsonCursor& cursor, std::string_view reference) const {
  const std::string base(base_of_reference(reference));
  if (!is_plain_name(base)) {
    cursor.report(fmt::format("{{{}}} is no name; write {{{{ and }}}} for braces", reference));
  } else if (!knows(base)) {
    std::vector<std::string> known = *m_context.names;
    known.insert(known.end(), m_scoped.begin(), m_scoped.end());
    cursor.report(fmt::format("nothing is known as {{{}}}{}", base, did_you_mean(base, known)));
  }
}

Json OperationParser::text(const JsonCursor& cursor) {
  const auto content = cursor.text();
  if (!content) {
    return "";
  }
  const TextTemplate parsed = parse_template(*content);
  if (!parsed.fault.empty()) {
    cursor.report(parsed.fault);
  }
  for (const TextTemplate::Part& part : parsed.parts) {
    if (part.reference) {
      check_reference(cursor, part.text);
    }
  }
  return *content;
}

Json OperationParser::texts(const JsonCursor& cursor) {
  if (!cursor.json().is_array()) {
    return text(cursor);
  }
  Json all = Json::array();
  for (const JsonCursor& element : cursor.elements()) {
    all.push_back(text(element));
  }
  return all;
}

Json OperationParser::name(const JsonCursor& cursor, ArgumentKind kind) {
  const auto content = cursor.text();
  if (!content) {
    return "";
  }
  if (!is_plain_name(*content)) {
    cursor.report(fmt::format("\"{}\" is no name: letters, digits and _, without braces", *content));
  } else if (kind == ArgumentKind::Name && !knows(*content)) {
    check_reference(cursor, *content);
  }
  return *content;
}

Json OperationParser::number(const JsonCursor& cursor) {
  if (holds_reference(cursor)) {
    return text(cursor);
  }
  return cursor.unsigned_number().value_or(0);
}

Json OperationParser::numbers(const JsonCursor& cursor, const ArgumentRule& rule) {
  if (holds_reference(cursor)) {
    return text(cursor);
  }
  Json all = Json::array();
  for (const JsonCursor& element : cursor.one_or_many()) {
    all.push_back(number(element));
  }
  if (rule.most != 0 && all.size() > rule.most) {
    cursor.report(fmt::format("expected {} numbers at most, found {}", rule.most, all.size()));
  }
  return all;
}

Json OperationParser::flags(const JsonCursor& cursor) {
  if (!cursor.json().is_array()) {
    return holds_reference(cursor) ? text(cursor) : Json(cursor.unsigned_number(UINT32_MAX).value_or(0));
  }
  std::uint64_t mask = 0;
  for (const JsonCursor& element : cursor.elements()) {
    mask |= element.json().is_number() ? element.unsigned_number(UINT32_MAX).value_or(0)
                                       : pe::parse_load_flag(element).value_or(0);
  }
  return mask;
}

Json OperationParser::word(const JsonCursor& cursor, const ArgumentRule& rule) {
  if (holds_reference(cursor)) {
    return text(cursor);
  }
  const std::vector<std::string> known(rule.words.begin(), rule.words.end());
  return cursor.one_of(known).value_or(known.front());
}

Json OperationParser::value(const JsonCursor& cursor) {
  if (cursor.json().is_string()) {
    text(cursor);
  } else if (cursor.json().is_array()) {
    for (const JsonCursor& element : cursor.elements()) {
      value(element);
    }
  } else if (cursor.json().is_object()) {
    for (const auto& [key, member] : cursor.members()) {
      value(member);
    }
  }
  return cursor.json();
}

Json OperationParser::symbol(const JsonCursor& cursor) {
  if (!cursor.json().is_object()) {
    return text(cursor);
  }
  cursor.expect_object({"ordinal"});
  const auto ordinal = cursor.require("ordinal");
  return Json{{"ordinal", ordinal ? ordinal->unsigned_number(UINT16_MAX).value_or(0) : 0}};
}

Json OperationParser::environment(const JsonCursor& cursor) {
  Json variables = Json::object();
  for (const auto& [variable, member] : cursor.members()) {
    variables[variable] = member.json().is_null() ? Json() : text(member);
  }
  return variables;
}

Json OperationParser::assignments(const JsonCursor& cursor) {
  Json all = Json::object();
  for (const auto& [variable, member] : cursor.members()) {
    if (!is_plain_name(variable)) {
      member.report(fmt::format("\"{}\" is no name: letters, digits and _", variable));
      continue;
    }
    all[variable] = value(member);
    learn(variable);
  }
  return all;
}

Json OperationParser::sequence(const JsonCursor& cursor) {
  if (cursor.json().is_array() || holds_reference(cursor)) {
    return value(cursor);
  }
  if (!cursor.expect_object({"glob", "order"})) {
    return Json::array();
  }
  Json glob = Json::object();
  if (const auto pattern = cursor.require("glob")) {
    glob["glob"] = text(*pattern);
  }
  if (const auto order = cursor.find("order")) {
    glob["order"] = order->one_of({"name", "reverse", "newest", "as_found"}).value_or("name");
  }
  return glob;
}

Json OperationParser::candidates(const JsonCursor& cursor) {
  if (!cursor.json().is_object()) {
    return texts(cursor);
  }
  cursor.expect_object({"names", "in"});
  Json product = Json::object();
  for (const std::string_view key : {"names", "in"}) {
    if (const auto member = cursor.require(key)) {
      product[std::string(key)] = texts(*member);
    }
  }
  return product;
}

Json OperationParser::process(const JsonCursor& cursor) {
  Json command = Json::object();
  if (!cursor.expect_object({"program", "arguments", "operations"})) {
    return command;
  }
  const auto program = cursor.find("program");
  const auto operations = cursor.find("operations");
  if (program.has_value() == operations.has_value()) {
    cursor.report("a process needs either a \"program\" or \"operations\"");
  }
  if (program) {
    command["program"] = text(*program);
  }
  if (const auto rest = cursor.find("arguments")) {
    command["arguments"] = texts(*rest);
  }
  if (operations) {
    command["operations"] = to_json(list(*operations));
  }
  return command;
}

/// Only looked at: messages among the rules have names of their own in braces.
Json OperationParser::switches(const JsonCursor& cursor) {
  lookup::Rules rules;
  lookup::apply_rules(cursor, rules);
  return cursor.json();
}

Json OperationParser::code(const JsonCursor& cursor) {
  if (!cursor.json().is_array()) {
    return text(cursor);
  }
  std::string whole;
  for (const JsonCursor& line : cursor.elements()) {
    whole += text(line).get<std::string>() + "\n";
  }
  return whole;
}

Json OperationParser::conditions(const JsonCursor& cursor) {
  Json all = Json::array();
  for (const JsonCursor& element : cursor.elements()) {
    all.push_back(condition(element));
  }
  return all;
}

Json OperationParser::condition(const JsonCursor& cursor) {
  if (cursor.json().is_boolean()) {
    return cursor.json();
  }
  const auto known = names_of(loader::conditions());
  const VerbRule* rule = nullptr;
  std::string first;
  for (const auto& [key, member] : cursor.members()) {
    first = first.empty() ? key : first;
    rule = rule == nullptr ? find_condition(key) : rule;
  }
  if (rule == nullptr) {
    if (cursor.json().is_object()) {
      cursor.report(first.empty() ? "a condition is missing"
                                  : fmt::format("there is no condition \"{}\"{}", first, did_you_mean(first, known)));
    }
    return false;
  }
  std::vector<std::string> keys;
  for (const ArgumentRule& argument_rule : rule->arguments) {
    keys.emplace_back(argument_rule.key);
  }
  cursor.expect_object(keys);
  Json normal = Json::object();
  for (const ArgumentRule& argument_rule : rule->arguments) {
    const auto member = argument_rule.required ? cursor.require(argument_rule.key) : cursor.find(argument_rule.key);
    if (member) {
      normal[std::string(argument_rule.key)] = argument(*member, argument_rule);
    }
  }
  return normal;
}

}  // namespace dllrepro::loader

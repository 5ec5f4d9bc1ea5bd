// SPDX-License-Identifier: MIT
#include "harness/loader/operation_parser.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/loader/lookup/catalog.hpp"
#include "harness/loader/text_template.hpp"
#include "harness/util/nearest.hpp"
#include "harness/util/numbers.hpp"

namespace dllrepro::loader {

namespace {

const std::vector<std::string> k_error_names = {"error", "error_text", "message", "type", "path"};

std::vector<std::string> keys_of(const VerbRule& rule) {
  std::vector<std::string> keys;
  for (const ArgumentRule& argument : rule.arguments) {
    keys.emplace_back(argument.key);
  }
  return keys;
}

/// Names that are known in one argument of a verb and nowhere else: the error in an `except`, and in the message that a
/// failed load raises.
std::vector<std::string> scoped_names(std::string_view verb, std::string_view key) {
  if ((verb == "try" && key == "except") || (verb == "load" && key == "message")) {
    return k_error_names;
  }
  return {};
}

}  // namespace

bool OperationParser::knows(std::string_view name) const {
  const auto holds = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  return m_context.names == nullptr || holds(*m_context.names) || holds(m_scoped);
}

void OperationParser::learn(const std::string& name) {
  if (m_context.names != nullptr && is_plain_name(name) && !knows(name)) {
    m_context.names->push_back(name);
  }
}

std::vector<Operation> OperationParser::list(const JsonCursor& cursor) {
  std::vector<Operation> operations;
  for (const JsonCursor& element : cursor.elements()) {
    one(element, operations);
  }
  return operations;
}

const VerbRule* OperationParser::verb_of(const JsonCursor& cursor) const {
  std::vector<const VerbRule*> candidates;
  std::string first;
  for (const auto& [key, member] : cursor.members()) {
    first = first.empty() ? key : first;
    if (const VerbRule* rule = find_verb(key)) {
      candidates.push_back(rule);
    }
  }
  if (candidates.empty()) {
    if (cursor.json().is_object()) {
      const auto known = names_of(verbs());
      std::string hint = did_you_mean(first, known);
      if (hint.empty()) {
        hint = fmt::format("; known: {}", fmt::join(known, ", "));
      }
      (first.empty() ? cursor : *cursor.find(first))
          .report(first.empty() ? std::string("an operation needs a verb") + hint
                                : fmt::format("there is no operation \"{}\"{}", first, hint));
    }
    return nullptr;
  }
  // A verb may also be a modifier's name: {"load": ..., "call": "LoadLibraryW"} is a load.
  for (const VerbRule* rule : candidates) {
    if (std::all_of(candidates.begin(), candidates.end(),
                    [&](const VerbRule* other) { return rule->find(other->name()) != nullptr; })) {
      return rule;
    }
  }
  cursor.report(fmt::format("two verbs in one operation: \"{}\" and \"{}\"; write two operations",
                            candidates[0]->name(), candidates[1]->name()));
  return nullptr;
}

void OperationParser::one(const JsonCursor& cursor, std::vector<Operation>& operations) {
  const VerbRule* rule = verb_of(cursor);
  if (rule == nullptr) {
    return;
  }
  cursor.expect_object(keys_of(*rule));
  if (rule->name() == "run") {
    include(cursor, operations);
    return;
  }
  Operation operation;
  operation.verb = rule->name();
  operation.arguments = Json::object();
  operation.location = cursor.location();
  arguments(cursor, *rule, operation);
  if (rule->name() == "lookup") {
    check_release(cursor);
  }
  operations.push_back(std::move(operation));
}

/// A look-up's own checks. Names of catalogs and releases that are told as they are; those that a {name} stands for are
/// known later.
void OperationParser::check_release(const JsonCursor& cursor) {
  if (const auto library = cursor.find("lookup"); library && !cursor.find("as") && library->json().is_string()) {
    learn(library->json().get<std::string>());
  }
  const auto plain = [](const std::optional<JsonCursor>& member) {
    return member && member->json().is_string() &&
           member->json().get_ref<const std::string&>().find('{') == std::string::npos;
  };
  const auto catalog = cursor.find("catalog");
  const auto release = cursor.find("release");
  if (m_context.catalogs == nullptr || !plain(catalog)) {
    return;
  }
  const auto& name = catalog->json().get_ref<const std::string&>();
  const lookup::Catalog* known = m_context.catalogs->find(name);
  if (known == nullptr) {
    catalog->report(fmt::format("there is no catalog \"{}\"{}", name, did_you_mean(name, m_context.catalogs->names())));
  } else if (plain(release) && !known->release(release->json().get_ref<const std::string&>())) {
    release->report(lookup::unknown_release(name, release->json().get_ref<const std::string&>(), *known));
  }
}

void OperationParser::arguments(const JsonCursor& cursor, const VerbRule& rule, Operation& operation) {
  std::vector<std::string> learned;
  for (const ArgumentRule& argument_rule : rule.arguments) {
    const auto member = argument_rule.required ? cursor.require(argument_rule.key) : cursor.find(argument_rule.key);
    if (!member) {
      continue;
    }
    const std::string key(argument_rule.key);
    const std::size_t scoped_before = m_scoped.size();
    for (std::string& scoped : scoped_names(rule.name(), key)) {
      m_scoped.push_back(std::move(scoped));
    }
    if (argument_rule.kind == ArgumentKind::Block) {
      if (rule.name() == "for_each") {
        std::for_each(learned.begin(), learned.end(), [&](const std::string& name) { learn(name); });
      }
      operation.blocks[key] = list(*member);
    } else {
      operation.arguments[key] = argument(*member, argument_rule);
    }
    m_scoped.resize(scoped_before);
    if (argument_rule.kind == ArgumentKind::NewName && operation.arguments[key].is_string()) {
      learned.push_back(operation.arguments[key].get<std::string>());
    }
  }
  std::for_each(learned.begin(), learned.end(), [&](const std::string& name) { learn(name); });
}

void OperationParser::include(const JsonCursor& cursor, std::vector<Operation>& operations) {
  const auto member = cursor.find("run");
  const std::string fixture = member->text().value_or("");
  if (fixture.empty()) {
    return;
  }
  if (m_context.loaders == nullptr) {
    member->report("\"run\" can't be resolved here");
    return;
  }
  if (std::find(m_included.begin(), m_included.end(), fixture) != m_included.end()) {
    m_included.push_back(fixture);
    member->report(fmt::format("loaders run each other in a circle: {}", fmt::join(m_included, " -> ")));
    m_included.pop_back();
    return;
  }
  const auto root = m_context.loaders->find(fixture);
  if (!root) {
    member->report(
        fmt::format("there is no loader \"{}\"{}", fixture, did_you_mean(fixture, m_context.loaders->names())));
    return;
  }
  if (const auto with = cursor.find("with")) {
    Operation set;
    set.verb = "set";
    set.arguments = Json{{"set", assignments(*with)}};
    set.location = cursor.location();
    operations.push_back(std::move(set));
  }
  // Parameters first, all of them: one default may name another.
  const auto parameters = root->find("parameters");
  if (parameters) {
    for (const auto& [name, default_value] : parameters->members()) {
      learn(name);
      if (m_context.parameters != nullptr) {
        m_context.parameters->emplace(name, default_value.json());
      }
    }
  }
  m_included.push_back(fixture);
  if (const auto body = root->require("operations")) {
    auto included = list(*body);
    std::move(included.begin(), included.end(), std::back_inserter(operations));
  }
  m_included.pop_back();
}

}  // namespace dllrepro::loader

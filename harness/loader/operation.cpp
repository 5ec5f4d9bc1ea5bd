// SPDX-License-Identifier: MIT
#include "harness/loader/operation.hpp"

#include <algorithm>
#include <charconv>

#include "harness/loader/operation_parser.hpp"
#include "harness/loader/verbs.hpp"

namespace dllrepro::loader {

std::vector<Operation> parse_operations(const JsonCursor& cursor, const ParseContext& context) {
  return OperationParser(context).list(cursor);
}

void check_names(const JsonCursor& value, const std::vector<std::string>& names) {
  std::vector<std::string> known = names;
  ParseContext context;
  context.names = &known;
  OperationParser(context).value(value);
}

Json to_json(const std::vector<Operation>& operations) {
  Json list = Json::array();
  for (const Operation& operation : operations) {
    Json object = Json::object();
    // The table's order, not the map's: equal lists are written equally, and the verb comes first.
    for (const ArgumentRule& rule : find_verb(operation.verb)->arguments) {
      const std::string key(rule.key);
      if (const auto block = operation.blocks.find(key); block != operation.blocks.end()) {
        object[key] = to_json(block->second);
      } else if (const auto argument = operation.arguments.find(key); argument != operation.arguments.end()) {
        object[key] = *argument;
      }
    }
    list.push_back(std::move(object));
  }
  return list;
}

const Operation* first_python_step(const std::vector<Operation>& operations) {
  for (const Operation& operation : operations) {
    const auto process = operation.arguments.find("start_process");
    if (operation.verb == "python" || operation.verb == "python_file" ||
        (process != operation.arguments.end() && uses_python(process->value("operations", Json::array())))) {
      return &operation;
    }
    for (const auto& [key, block] : operation.blocks) {
      if (const Operation* found = first_python_step(block)) {
        return found;
      }
    }
  }
  return nullptr;
}

bool uses_python(const Json& operations) {
  const bool is_one = operations.is_object() && (operations.contains("python") || operations.contains("python_file"));
  return is_one || (operations.is_structured() && std::any_of(operations.begin(), operations.end(), uses_python));
}

const Operation* operation_at(const std::vector<Operation>& operations, std::string_view pointer) {
  const std::vector<Operation>* list = &operations;
  const Operation* found = nullptr;
  bool wants_index = true;
  while (!pointer.empty()) {
    if (pointer.front() != '/') {
      return nullptr;
    }
    const std::size_t end = pointer.find('/', 1);
    const std::string_view token = pointer.substr(1, end == std::string_view::npos ? end : end - 1);
    pointer = end == std::string_view::npos ? std::string_view{} : pointer.substr(end);
    if (wants_index) {
      std::size_t index = 0;
      const auto [last, error] = std::from_chars(token.data(), token.data() + token.size(), index);
      if (error != std::errc{} || last != token.data() + token.size() || index >= list->size()) {
        return nullptr;
      }
      found = &(*list)[index];
    } else {
      const auto block = found->blocks.find(token);
      if (block == found->blocks.end()) {
        return nullptr;
      }
      list = &block->second;
    }
    wants_index = !wants_index;
  }
  return wants_index ? nullptr : found;
}

}  // namespace dllrepro::loader

// SPDX-License-Identifier: MIT
#include "harness/loader/plan.hpp"

#include <fmt/format.h>

namespace dllrepro::loader {

namespace {

Operation host_operation(const JsonCursor& cursor, const std::string& verb, Json argument) {
  Operation operation;
  operation.verb = verb;
  operation.arguments = Json{{verb, std::move(argument)}};
  operation.location = cursor.location();
  return operation;
}

/// Braces in a host's folders are braces: operations' texts take {names}, the host's don't.
std::string literal(const std::string& text) {
  std::string escaped;
  for (const char byte : text) {
    escaped.append(byte == '{' || byte == '}' ? 2 : 1, byte);
  }
  return escaped;
}

void parse_host(const JsonCursor& cursor, Plan& plan) {
  cursor.expect_object(
      {"default_dll_directories", "dll_directories", "set_dll_directory", "extension_flags", "python", "child"});
  plan.setup.extension_flags =
      static_cast<std::uint32_t>(cursor.unsigned_or("extension_flags", plan.setup.extension_flags, UINT32_MAX));
  plan.setup.python = cursor.text_or("python", "");
  if (const auto child = cursor.find("child"); child && child->json().is_object()) {
    plan.setup.child_host = child->json();
  }
  if (const auto flags = cursor.find("default_dll_directories")) {
    if (const std::uint64_t mask = flags->unsigned_number(UINT32_MAX).value_or(0)) {
      plan.host.push_back(host_operation(*flags, "set_default_dll_directories", mask));
    }
  }
  if (const auto folders = cursor.find("dll_directories")) {
    for (const JsonCursor& folder : folders->elements()) {
      Operation add = host_operation(folder, "add_dll_directory", literal(folder.text().value_or("")));
      add.arguments["on_error"] = "ignore";  // as the programs that these stand for do
      plan.host.push_back(std::move(add));
    }
  }
  if (const auto folder = cursor.find("set_dll_directory"); folder && !folder->json().is_null()) {
    plan.host.push_back(host_operation(*folder, "set_dll_directory", literal(folder->text().value_or(""))));
  }
}

}  // namespace

Plan parse_plan(const JsonCursor& cursor) {
  Plan plan;
  if (!cursor.expect_object(
          {"protocol", "places", "host", "parameters", "catalogs", "started_again", "loader", "steps"})) {
    return plan;
  }
  if (const auto protocol = cursor.require("protocol")) {
    const auto number = protocol->unsigned_number();
    if (number && *number != k_protocol) {
      protocol->report(fmt::format("this program speaks protocol {}, not {}", k_protocol, *number));
    }
  }
  if (const auto places = cursor.find("places")) {
    for (const auto& [name, folder] : places->members()) {
      plan.setup.places.emplace(name, folder.text().value_or(""));
    }
  }
  if (const auto host = cursor.find("host")) {
    parse_host(*host, plan);
  }
  if (const auto parameters = cursor.find("parameters")) {
    for (const auto& [name, parameter] : parameters->members()) {
      plan.setup.parameters.emplace(name, parameter.json());
    }
  }
  if (const auto catalogs = cursor.find("catalogs")) {
    for (const auto& [name, releases] : catalogs->members()) {
      for (const auto& [release, whole] : releases.members()) {
        plan.setup.catalogs[name][release] = whole.json();
      }
    }
  }
  plan.setup.started_again = cursor.boolean_or("started_again", false);
  for (const char* key : {"parameters", "loader", "steps"}) {
    if (const auto part = cursor.find(key); part && !plan.setup.catalogs.empty()) {
      plan.setup.program[key] = part->json();
    }
  }
  if (const auto loader = cursor.find("loader")) {
    plan.loader = parse_operations(*loader);
  }
  if (const auto steps = cursor.find("steps")) {
    plan.steps = parse_operations(*steps);
  }
  return plan;
}

}  // namespace dllrepro::loader

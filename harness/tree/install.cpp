// SPDX-License-Identifier: MIT
#include "harness/tree/install.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "harness/tree/names.hpp"
#include "harness/util/ascii.hpp"

namespace dllrepro::tree {

namespace {

constexpr std::string_view k_equals = "==";

/// The index compares names without case, with runs of - _ and . being one - (PEP 503).
std::string normalized(std::string_view name) {
  std::string result;
  for (const char letter : ascii_lower(name)) {
    const bool separates = letter == '-' || letter == '_' || letter == '.';
    if (!separates) {
      result += letter;
    } else if (result.empty() || result.back() != '-') {
      result += '-';
    }
  }
  return result;
}

Json step_to_json(const InstallStep& step) {
  Json json = Json::object();
  switch (step.verb) {
    case InstallStep::Verb::Install:
      json["install"] = fmt::format("{}=={}", step.distribution.name, step.distribution.version);
      json["wheels"] = Json::object();
      for (const Wheel& wheel : step.distribution.wheels) {
        json["wheels"][wheel.python] = wheel.sha256;
      }
      return json;
    case InstallStep::Verb::Remove:
      json["remove"] = step.path;
      break;
    case InstallStep::Verb::Move:
      json["move"] = step.path;
      json["to"] = step.to;
      break;
    case InstallStep::Verb::Copy:
      json["copy"] = step.path;
      json["to"] = step.to;
      break;
  }
  if (!step.required) {
    json["optional"] = true;
  }
  return json;
}

InstallStep parse_install(const JsonCursor& cursor, const JsonCursor& subject) {
  InstallStep step;
  cursor.expect_object({"install", "wheels"});
  step.distribution = parse_requirement(subject.text().value_or(""));
  if (step.distribution.name.empty()) {
    subject.report("expected a distribution such as \"torch==2.15.0\"");
  }
  const auto wheels = cursor.find("wheels");
  for (const auto& [python, sha256] : wheels ? wheels->members() : std::vector<std::pair<std::string, JsonCursor>>{}) {
    step.distribution.wheels.push_back({python, sha256.text().value_or("")});
  }
  return step;
}

std::string read_step_path(const JsonCursor& cursor, PathUse use) {
  const auto text = cursor.text();
  ParsedPath parsed = text ? parse_tree_path(*text, use) : ParsedPath{};
  if (!parsed.fault.empty()) {
    cursor.report(std::move(parsed.fault));
  }
  return std::move(parsed.path);
}

InstallStep parse_step(const JsonCursor& cursor) {
  InstallStep step;
  if (const auto subject = cursor.find("install")) {
    step = parse_install(cursor, *subject);
  } else if (const auto removed = cursor.find("remove")) {
    cursor.expect_object({"remove", "optional"});
    step.verb = InstallStep::Verb::Remove;
    step.path = read_step_path(*removed, PathUse::Subject);
  } else {
    const char* key = cursor.find("move") ? "move" : "copy";
    cursor.expect_object({key, "to", "optional"});
    step.verb = cursor.find("move") ? InstallStep::Verb::Move : InstallStep::Verb::Copy;
    if (const auto from = cursor.require(key)) {
      step.path = read_step_path(*from, PathUse::Subject);
    }
    if (const auto to = cursor.require("to")) {
      step.to = read_step_path(*to, PathUse::Target);
    }
  }
  step.required = !cursor.boolean_or("optional", false);
  step.location = cursor.location();
  return step;
}

}  // namespace

Json to_json(const std::vector<InstallStep>& steps) {
  Json json = Json::array();
  for (const InstallStep& step : steps) {
    json.push_back(step_to_json(step));
  }
  return json;
}

std::vector<InstallStep> parse_install_steps(const JsonCursor& cursor) {
  std::vector<InstallStep> steps;
  for (const JsonCursor& element : cursor.elements()) {
    steps.push_back(parse_step(element));
  }
  return steps;
}

Distribution parse_requirement(std::string_view text) {
  const std::size_t equals = text.find(k_equals);
  const std::string_view version =
      equals == std::string_view::npos ? std::string_view{} : text.substr(equals + k_equals.size());
  const bool is_one = equals != 0 && !version.empty() &&
                      version.find_first_of("=<>!~;,[] \t") == std::string_view::npos &&
                      text.substr(0, equals).find_first_of("=<>!~;,[] \t") == std::string_view::npos;
  return is_one ? Distribution{normalized(text.substr(0, equals)), std::string(version), {}} : Distribution{};
}

std::string describe(const Distribution& distribution) {
  return fmt::format("{} {}", distribution.name == k_python ? "Python" : distribution.name, distribution.version);
}

}  // namespace dllrepro::tree

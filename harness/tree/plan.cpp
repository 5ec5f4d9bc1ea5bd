// SPDX-License-Identifier: MIT
#include "harness/tree/plan.hpp"

#include <utility>
#include <vector>

#include "harness/tree/growing_tree.hpp"
#include "harness/tree/names.hpp"

namespace dllrepro::tree {

namespace {

/// Reads {"folder": true} and {"host": true}, which say all by being there.
void expect_true(const JsonCursor& cursor, const std::string& key) {
  cursor.expect_object({key});
  const auto value = cursor.find(key)->boolean();
  if (value && !*value) {
    cursor.find(key)->report("only true means something here");
  }
}

}  // namespace

Json to_json(const Content& content) {
  struct Writer {
    Json operator()(const stub::StubSpec& spec) const { return stub::to_json(spec); }
    Json operator()(const TextFile& file) const { return {{"text", file.text}}; }
    Json operator()(const EmptyFolder&) const { return {{"folder", true}}; }
    Json operator()(const HostExecutable&) const { return {{"host", true}}; }
  };
  return std::visit(Writer{}, content);
}

Json to_json(const TreePlan& plan) {
  Json json{{"files", Json::object()}};
  for (const auto& [path, file] : plan.files) {
    json["files"][path] = to_json(file.content);
  }
  if (!plan.installed.empty()) {
    json["installed"] = to_json(plan.installed);
  }
  return json;
}

Content parse_content(const JsonCursor& cursor) {
  if (cursor.find("text")) {
    cursor.expect_object({"text"});
    return TextFile{cursor.find("text")->text().value_or("")};
  }
  if (cursor.find("folder")) {
    expect_true(cursor, "folder");
    return EmptyFolder{};
  }
  if (cursor.find("host")) {
    expect_true(cursor, "host");
    return HostExecutable{};
  }
  return stub::parse_stub_spec(cursor);
}

TreePlan parse_tree_plan(const JsonCursor& cursor) {
  GrowingTree tree;
  cursor.expect_object({"files", "installed"});
  const auto files = cursor.require("files");
  for (const auto& [text, member] : files ? files->members() : std::vector<std::pair<std::string, JsonCursor>>{}) {
    const ParsedPath parsed = parse_tree_path(text, PathUse::Entry);
    std::string fault = parsed.fault;
    if (fault.empty()) {
      fault = tree.add(parsed.path, {parse_content(member), member.location()});
    }
    if (!fault.empty()) {
      member.report(std::move(fault));
    }
  }
  TreePlan plan = std::move(tree).finish();
  if (const auto installed = cursor.find("installed")) {
    plan.installed = parse_install_steps(*installed);
  }
  return plan;
}

}  // namespace dllrepro::tree

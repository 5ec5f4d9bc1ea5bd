// SPDX-License-Identifier: MIT
#include "harness/tree/fixture.hpp"

#include <optional>

#include <fmt/format.h>

#include "harness/tree/names.hpp"

namespace dllrepro::tree {

namespace {

using Verb = TreeChange::Verb;

/// The path in its one spelling; reports what is wrong with it.
std::optional<std::string> read_path(const JsonCursor& cursor, std::string_view text, PathUse use) {
  ParsedPath parsed = parse_tree_path(text, use);
  if (!parsed.fault.empty()) {
    cursor.report(std::move(parsed.fault));
    return std::nullopt;
  }
  return std::move(parsed.path);
}

/// {PATH: content}
void read_contents(Verb verb, const JsonCursor& cursor, TreeFixture& fixture) {
  for (const auto& [text, member] : cursor.members()) {
    auto path = read_path(member, text, PathUse::Entry);
    Content content = parse_content(member);
    if (path) {
      fixture.changes.push_back({verb, std::move(*path), {}, std::move(content), {}, member.location()});
    }
  }
}

/// {FROM: TO}
void read_moves(Verb verb, const JsonCursor& cursor, TreeFixture& fixture) {
  for (const auto& [text, member] : cursor.members()) {
    auto from = read_path(member, text, PathUse::Subject);
    const auto target = member.text();
    auto to = target ? read_path(member, *target, PathUse::Target) : std::nullopt;
    if (from && to) {
      fixture.changes.push_back({verb, std::move(*from), std::move(*to), {}, {}, member.location()});
    }
  }
}

void read_removals(const JsonCursor& cursor, TreeFixture& fixture) {
  for (const JsonCursor& element : cursor.one_or_many()) {
    const auto text = element.text();
    if (auto path = text ? read_path(element, *text, PathUse::Subject) : std::nullopt) {
      fixture.changes.push_back({Verb::Remove, std::move(*path), {}, {}, {}, element.location()});
    }
  }
}

void read_installs(const JsonCursor& cursor, TreeFixture& fixture) {
  for (const JsonCursor& element : cursor.one_or_many()) {
    auto text = element.text();
    const std::string name = text ? parse_requirement(*text).name : "";
    if (text && name == k_python) {
      element.report("an interpreter is no distribution; a host names it: \"python\": \"3.12\"");
    } else if (text && name.empty()) {
      element.report(
          fmt::format("expected a distribution and its version, such as \"torch==2.15.0\", found \"{}\"", *text));
    } else if (text) {
      fixture.changes.push_back({Verb::Install, std::move(*text), {}, {}, {}, element.location()});
    }
  }
}

void read_machine(const JsonCursor& cursor, TreeFixture& fixture) {
  if (auto machine = cursor.one_of({"x64", "x86", "arm64"})) {
    fixture.changes.push_back({Verb::Machine, {}, {}, {}, std::move(*machine), cursor.location()});
  }
}

}  // namespace

TreeFixture parse_tree(const JsonCursor& cursor) {
  TreeFixture fixture;
  if (!cursor.expect_object({"$schema", "schema", "title", "why", "evidence", "use", "outside", "install", "add",
                             "remove", "replace", "move", "copy", "machine"})) {
    return fixture;
  }
  for (const auto& [key, member] : cursor.members()) {
    if (key == "title") {
      fixture.title = member.text().value_or("");
    } else if (key == "why") {
      fixture.why = member.text().value_or("");
    } else if (key == "evidence") {
      fixture.evidence = member.texts();
    } else if (key == "outside") {
      fixture.outside = member.texts();
    } else if (key == "use") {
      for (const JsonCursor& element : member.one_or_many()) {
        if (auto name = element.text()) {
          fixture.use.emplace_back(std::move(*name), element.location());
        }
      }
    } else if (key == "add") {
      read_contents(Verb::Add, member, fixture);
    } else if (key == "replace") {
      read_contents(Verb::Replace, member, fixture);
    } else if (key == "remove") {
      read_removals(member, fixture);
    } else if (key == "move") {
      read_moves(Verb::Move, member, fixture);
    } else if (key == "copy") {
      read_moves(Verb::Copy, member, fixture);
    } else if (key == "install") {
      read_installs(member, fixture);
    } else if (key == "machine") {
      read_machine(member, fixture);
    }
  }
  return fixture;
}

}  // namespace dllrepro::tree

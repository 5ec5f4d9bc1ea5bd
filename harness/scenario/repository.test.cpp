// SPDX-License-Identifier: MIT
// The repository's own record, fixtures and scenarios are right; so is what they say of each other.
#include <filesystem>
#include <set>
#include <string>

#include <fmt/format.h>
#include <catch2/catch_test_macros.hpp>

#include "harness/scenario/discover.hpp"
#include "harness/scenario/expand.hpp"
#include "harness/scenario/fixtures.hpp"
#include "harness/scenario/testing.hpp"
#include "harness/util/paths.hpp"
#include "harness/util/temporary_folder.hpp"

using namespace dllrepro;
using namespace dllrepro::scenario;

TEST_CASE("every host, machine, loader and catalog of the repository is right") {
  for (const FixtureKind kind : {FixtureKind::Host, FixtureKind::Machine, FixtureKind::Loader, FixtureKind::Catalog}) {
    for (const std::string& name : testing::library().names(kind)) {
      Diagnostics faults;
      check_fixture(kind, name, testing::library(), faults);
      INFO(describe(faults));
      CHECK(faults.empty());
    }
  }
  CHECK(testing::library().names(FixtureKind::Host).size() >= 5);
}

TEST_CASE("a fixture's faults are found without a scenario that uses it, down to the trees it names") {
  const TemporaryFolder folder;
  folder.write("fixtures/hosts/a.json", "{\"schema\": 1, \"title\": \"a\", \"evidence\": [\"x\"],\n\"use\": \"b\"}");
  folder.write("fixtures/hosts/b.json", "{\"schema\": 1, \"title\": \"b\", \"evidence\": [],\n\"use\": \"a\"}");
  folder.write("fixtures/machines/m.json",
               "{\"schema\": 1, \"title\": \"m\", \"evidence\": [\"x\"],\n\"tree\": {\"use\": [\"tools\"]}}");
  folder.write("fixtures/trees/tool.json", R"({"schema": 1, "title": "t", "evidence": ["x"], "add": {}})");
  folder.write("fixtures/loaders/l.json", R"({"schema": 1, "title": "l", "why": "w", "evidence": ["x"],
"operations": [{"loadd": "x"}]})");
  const FixtureLibrary library(folder.path());
  const auto faults_of = [&library](FixtureKind kind, const std::string& name) {
    Diagnostics faults;
    check_fixture(kind, name, library, faults);
    std::vector<std::string> texts;
    for (const Diagnostic& fault : faults) {
      texts.push_back(fmt::format("{}: {}", fault.location.line, fault.message));
    }
    return texts;
  };
  using Texts = std::vector<std::string>;
  CHECK(faults_of(FixtureKind::Host, "a") ==
        Texts{"1: name at least one public source", "2: these use each other in a circle: b -> a -> b"});
  CHECK(faults_of(FixtureKind::Machine, "m") == Texts{"2: unknown tree \"tools\"; did you mean \"tool\"?"});
  CHECK(faults_of(FixtureKind::Loader, "l") == Texts{"2: there is no operation \"loadd\"; did you mean \"load\"?"});
}

TEST_CASE("every scenario of the repository makes cells, no two of the same name") {
  std::set<std::string> ids;
  for (const std::filesystem::path& file : discover({}, ".")) {
    INFO(path_to_utf8(file));
    try {
      for (const Cell& cell : load_cells(file, testing::library())) {
        CHECK(ids.insert(cell.id()).second);
      }
    } catch (const BadInput& bad) {
      FAIL_CHECK(describe(bad.diagnostics()));
    }
  }
  // A floor: files that were not found are not wrong either.
  CHECK(ids.size() > 1000);
}

TEST_CASE("every table and every axis of the repository is named by a scenario beside it") {
  for (const auto& entry : std::filesystem::recursive_directory_iterator("scenarios")) {
    if (is_beside_file(entry.path())) {
      INFO(path_to_utf8(entry.path()));
      CHECK_FALSE(scenarios_naming(entry.path()).empty());
    }
  }
}

TEST_CASE("the record has every row of its four lists, each with a fact and a source") {
  const Record& record = testing::library().record();
  CHECK(record.rows().size() == 41 + 23 + 182 + 92);
  CHECK(record.find("S7.2") != nullptr);
  CHECK(record.find("W23") != nullptr);
  CHECK(record.find("L205") != nullptr);
  for (const auto& [name, row] : record.rows()) {
    INFO(name);
    CHECK_FALSE(row.fact.empty());
    CHECK_FALSE(row.source.empty());
    CHECK((name[0] == 'S') == row.level.empty());
    CHECK((name[0] != 'W' || !row.wine.empty()));
  }
}

// SPDX-License-Identifier: MIT
// The repository's own record, fixtures and scenarios are right; so is what they say of each other.
#include <filesystem>
#include <set>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "harness/scenario/discover.hpp"
#include "harness/scenario/expand.hpp"
#include "harness/scenario/fixtures.hpp"
#include "harness/scenario/testing.hpp"
#include "harness/util/paths.hpp"

using namespace dllrepro;
using namespace dllrepro::scenario;

TEST_CASE("every host, machine and loader of the repository is right") {
  for (const FixtureKind kind : {FixtureKind::Host, FixtureKind::Machine, FixtureKind::Loader}) {
    for (const std::string& name : testing::library().names(kind)) {
      Diagnostics faults;
      check_fixture(kind, name, testing::library(), faults);
      INFO(describe(faults));
      CHECK(faults.empty());
    }
  }
  CHECK(testing::library().names(FixtureKind::Host).size() >= 5);
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
}

TEST_CASE("the record has every row of its three lists, each with a fact and a source") {
  const Record& record = testing::library().record();
  CHECK(record.rows().size() == 41 + 13 + 182);
  CHECK(record.find("S7.2") != nullptr);
  CHECK(record.find("W13") != nullptr);
  CHECK(record.find("L205") != nullptr);
  for (const auto& [name, row] : record.rows()) {
    INFO(name);
    CHECK_FALSE(row.fact.empty());
    CHECK_FALSE(row.source.empty());
    CHECK((name[0] == 'S') == row.level.empty());
    CHECK((name[0] != 'W' || !row.wine.empty()));
  }
}

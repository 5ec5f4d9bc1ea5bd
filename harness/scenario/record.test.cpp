// SPDX-License-Identifier: MIT
#include "harness/scenario/record.hpp"

#include <fstream>

#include <catch2/catch_test_macros.hpp>

#include "harness/util/error.hpp"
#include "harness/util/temporary_folder.hpp"

using namespace dllrepro;
using namespace dllrepro::scenario;

TEST_CASE("a record is read from all files of a folder; a name given twice is an error in the later place") {
  const TemporaryFolder folder;
  folder.write("a.json",
               R"({"schema": 1, "title": "a", "rows": {"L2": {"fact": "f", "level": "T/D", "source": "s"}}})");
  folder.write("b.json", R"({"schema": 1, "title": "b", "rows": {"L10": {"fact": "f", "wine": "w", "source": "s",
                                                                   "no_scenario": "n"}}})");
  const Record record = Record::read(folder.path());
  CHECK(record.names() == std::vector<std::string>{"L2", "L10"});
  REQUIRE(record.find("L10") != nullptr);
  CHECK(record.find("L10")->wine == "w");
  CHECK(record.find("L10")->no_scenario == "n");
  CHECK(record.find("L2")->no_scenario.empty());
  CHECK(record.find("L3") == nullptr);

  folder.write("c.json",
               "{\"schema\": 1, \"title\": \"c\", \"rows\": {\n\"L2\": {\"fact\": \"f\", \"level\": \"X\", \"source\": "
               "\"s\"}}}");
  try {
    Record::read(folder.path());
    FAIL("a row given twice was taken");
  } catch (const BadInput& bad) {
    REQUIRE(bad.diagnostics().size() == 2);
    CHECK(bad.diagnostics()[0].message == "a level is made of the letters T, D, I, R and U");
    CHECK(bad.diagnostics()[1].message == "row L2 is given twice");
    CHECK(bad.diagnostics()[1].location.line == 2);
  }
}

TEST_CASE("coverage has every row, with the scenarios that cover it sorted and once") {
  const TemporaryFolder folder;
  folder.write("a.json", R"({"schema": 1, "title": "a", "rows": {"W1": {"fact": "f", "source": "s"},
                                                                  "W2": {"fact": "f", "source": "s"}}})");
  const auto covered = coverage(Record::read(folder.path()), {{"b", {"W1", "W1"}}, {"a", {"W1"}}});
  REQUIRE(covered.size() == 2);
  CHECK(covered.at("W1") == std::vector<std::string>{"a", "b"});
  CHECK(covered.at("W2").empty());
}

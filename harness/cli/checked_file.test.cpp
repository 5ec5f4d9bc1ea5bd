// SPDX-License-Identifier: MIT
#include "harness/cli/checked_file.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/util/temporary_folder.hpp"

using namespace dllrepro;
using namespace dllrepro::cli;

namespace {

const scenario::FixtureLibrary& library() {
  static const scenario::FixtureLibrary fixtures(".");
  return fixtures;
}

std::vector<std::string> faults_of(const std::filesystem::path& file,
                                   const scenario::FixtureLibrary& fixtures = library()) {
  FaultList faults;
  static_cast<void>(check_file(file, fixtures, faults));
  std::vector<std::string> messages;
  for (const Diagnostic& fault : faults.faults()) {
    messages.push_back(fault.message);
  }
  return messages;
}

constexpr const char* k_table = R"({"schema": 1, "title": "t", "evidence": ["E"], "rows": "n",
  "answers": {"ok": {"outcome": "ok"}}, "cells": {"1": "ok", "other": "ok"}})";

constexpr const char* k_scenario = R"({"schema": 1, "title": "x", "why": "y", "evidence": ["E"],
  "axes": {"n": [1, 2]}, "expect": [{"table": "n.table.json"}]})";

using Messages = std::vector<std::string>;

}  // namespace

TEST_CASE("a table is checked with the scenarios that name it") {
  const TemporaryFolder folder;
  const auto table = folder.write("n.table.json", k_table);
  CHECK(faults_of(table) == Messages{"no scenario of this folder names the file"});
  CHECK(unnamed_beside_files({folder.path() / "x.json"}) == std::vector{table});
  folder.write("x.json", k_scenario);
  CHECK(faults_of(table) == Messages{"axis \"n\" has no value \"other\"; there are: 1, 2"});
  CHECK(unnamed_beside_files({folder.path() / "x.json"}).empty());
}

TEST_CASE("a table that is no JSON is told once, whoever names it") {
  const TemporaryFolder folder;
  const auto table = folder.write("n.table.json", "{");
  const auto scenario = folder.write("x.json", k_scenario);
  CHECK(faults_of(table).size() == 1);
  CHECK(faults_of(scenario).size() == 1);
}

TEST_CASE("only the library's own folder is one of fixtures, whatever others are called") {
  const TemporaryFolder folder;
  const auto file = folder.write("tests/fixtures/scenarios/x.json", k_scenario);
  folder.write("tests/fixtures/trees/t.json", "{}");
  folder.write("fixtures/trees/t.json", "{}");
  const scenario::FixtureLibrary own(folder.path());
  CHECK_FALSE(is_fixture_folder(folder.path() / "tests" / "fixtures", own));
  CHECK_FALSE(is_fixture_folder(file.parent_path(), own));
  CHECK_FALSE(is_fixture_folder(folder.path(), own));
  CHECK(is_fixture_folder(folder.path() / "fixtures", own));
  CHECK(is_fixture_folder(folder.path() / "tests" / ".." / "fixtures" / "trees", own));
  CHECK(library_files(folder.path() / "tests", own).empty());
  CHECK(library_files(folder.path() / "fixtures", own).size() == 1);
  CHECK(faults_of(file, own) == Messages{"there is no file \"n.table.json\" beside the scenario"});
}

TEST_CASE("the record and the lock of distributions are checked, alone and with all others") {
  const TemporaryFolder folder;
  const auto lock = folder.write("fixtures/distributions.lock.json", R"({"schema": 2, "pythons": {}})");
  const auto record = folder.write("fixtures/record/wine.json", R"({"title": "", "rows": {"W1": {"fact": "f"}}})");
  const auto tree = folder.write("fixtures/trees/a/t.json", R"({"schema": 1, "evidence": [], "add": {"a": 1}})");
  folder.write("fixtures/record/measured/raw.json", "{}");
  folder.write("fixtures/record/SOURCES.md", "");
  const scenario::FixtureLibrary own(folder.path());
  CHECK(library_files(folder.path() / "fixtures", own) == std::vector{lock, record, tree});
  CHECK(faults_of(lock, own) ==
        Messages{"this is format 2, and this program reads format 1", "\"distributions\" is missing"});
  CHECK(faults_of(record, own) == Messages{"\"schema\" is missing", "\"title\" is empty", "\"source\" is missing"});
  CHECK(faults_of(tree, own) ==
        Messages{"expected an object, found 1", "\"title\" is missing", "name at least one public source"});
}

TEST_CASE("every file of the repository's library is right") {
  const auto files = library_files("fixtures", library());
  CHECK(files.size() > 90);
  for (const auto& file : files) {
    INFO(file);
    CHECK(faults_of(file).empty());
  }
}

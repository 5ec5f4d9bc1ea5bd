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

std::vector<std::string> faults_of(const std::filesystem::path& file) {
  FaultList faults;
  static_cast<void>(check_file(file, library(), faults));
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

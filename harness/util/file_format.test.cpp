// SPDX-License-Identifier: MIT
#include "harness/util/file_format.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro;

namespace {

std::string faults_of(const std::string& text) {
  Diagnostics faults;
  const JsonDocument document = JsonDocument::parse(text, "x.json");
  check_fixture_head(JsonCursor(document, faults));
  std::string messages;
  for (const Diagnostic& fault : faults) {
    messages += fault.message + "\n";
  }
  return messages;
}

}  // namespace

TEST_CASE("a fixture says its format, what it is and where that is known from") {
  CHECK(faults_of(R"({"schema": 1, "title": "t", "evidence": ["L1"]})").empty());
  CHECK(faults_of("{}") == "\"schema\" is missing\n\"title\" is missing\n\"evidence\" is missing\n");
  CHECK(faults_of(R"({"schema": 2, "title": "", "evidence": []})") ==
        "this is format 2, and this program reads format 1\n\"title\" is empty\nname at least one public source\n");
}

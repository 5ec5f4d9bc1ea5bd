// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>

#include "harness/scenario/expectation_merge.hpp"
#include "harness/scenario/expectation_parse.hpp"

using namespace dllrepro;
using namespace dllrepro::scenario;

namespace {

Expectation parsed(const std::string& text) {
  const JsonDocument document = JsonDocument::parse(text, "x.json");
  Diagnostics faults;
  Expectation expectation = parse_expectation(JsonCursor(document, faults));
  INFO(describe(faults));
  CHECK(faults.empty());
  return expectation;
}

std::vector<std::string> keys_in_conflict(const std::string& first, const std::string& second) {
  Expectation both = parsed(first);
  std::vector<std::string> keys;
  for (const Contradiction& fault : merge(both, parsed(second))) {
    keys.push_back(fault.key);
  }
  return keys;
}

}  // namespace

TEST_CASE("every key of an expectation is read and written back") {
  const std::string text = R"({
    "outcome": "load error", "error": "0x7E", "module": "{site}/torch\\lib\\shm.dll", "phase": "loader",
    "message": {"contains": ["a", "b"], "absent": "c"}, "resident": "torch/lib/c10.dll",
    "not_resident": ["x.dll"], "load_order": ["a.dll", "{system32}\\b.dll"], "stdout": "text",
    "stderr": {"equals": "", "matches": "^$"}, "returned": {"version": 92700, "none": null},
    "environment": {"PATH": {"absent": "torch"}}, "warnings": [],
    "unsatisfied": [{"module": "a.dll", "from": "b.dll", "symbol": "f", "ordinal": 3}], "survivors": ["x.exe"],
    "evidence": ["L1"]})";
  const Expectation expectation = parsed(text);
  CHECK(expectation.error == 126U);
  CHECK(expectation.module == "torch/lib/shm.dll");
  CHECK(expectation.load_order == std::vector<std::string>{"a.dll", "{system32}/b.dll"});
  CHECK(expectation.warnings == std::vector<std::string>{});
  const Json json = to_json(expectation);
  CHECK(json.size() == 16);
  CHECK(json["stdout"] == Json::parse(R"({"contains": ["text"]})"));
  CHECK(to_json(parsed(json.dump())) == json);
  const Json other = to_json(parsed(R"({"outcome": "hang", "clock": "exit"})"));
  CHECK(other == Json::parse(R"({"outcome": "hang", "clock": "exit"})"));
  CHECK(to_json(parsed(R"({"status": 3221226505})"))["status"] == "0xC0000409");
}

TEST_CASE("expectations of one cell add up") {
  Expectation both = parsed(R"({"stdout": "a", "resident": ["x.dll"], "warnings": ["w"], "environment": {"A": "1"}})");
  const Expectation more =
      parsed(R"({"outcome": "ok", "stdout": {"contains": "b", "absent": "c"}, "resident": ["y.dll", "x.dll"],
                                      "warnings": ["v"], "environment": {"A": "2", "B": "3"}, "returned": {"n": 1}})");
  CHECK(merge(both, more).empty());
  CHECK(both.outcome == "ok");
  CHECK(both.standard_output->contains == std::vector<std::string>{"a", "b"});
  CHECK(both.resident == std::vector<std::string>{"x.dll", "y.dll"});
  CHECK(both.warnings->size() == 2);
  CHECK(both.environment.at("A").contains.size() == 2);
  CHECK(both.environment.contains("B"));
  CHECK(both.returned.at("n") == 1);
}

TEST_CASE("what can't both be met is named by its key") {
  using Keys = std::vector<std::string>;
  CHECK(keys_in_conflict(R"({"error": 1})", R"({"error": 2})") == Keys{"error"});
  CHECK(keys_in_conflict(R"({"error": 1})", R"({"error": "0x1"})").empty());
  CHECK(keys_in_conflict(R"({"stdout": {"equals": "abc"}})", R"({"stdout": "d"})") == Keys{"stdout"});
  CHECK(keys_in_conflict(R"({"stdout": {"equals": "abc"}})", R"({"stdout": "b"})").empty());
  CHECK(keys_in_conflict(R"({"stdout": {"equals": "abc"}})", R"({"stdout": {"absent": "b"}})") == Keys{"stdout"});
  CHECK(keys_in_conflict(R"({"stdout": {"matches": "a"}})", R"({"stdout": {"matches": "b"}})") == Keys{"stdout"});
  CHECK(keys_in_conflict(R"({"resident": ["torch/lib/X.dll"]})", R"({"not_resident": ["x.dll"]})") ==
        Keys{"not_resident"});
  CHECK(keys_in_conflict(R"({"load_order": ["a.dll"]})", R"({"load_order": ["b.dll"]})") == Keys{"load_order"});
  CHECK(keys_in_conflict(R"({"returned": {"n": 1}})", R"({"returned": {"n": 2, "m": 1}})") == Keys{"returned/n"});
  CHECK(keys_in_conflict(R"({"environment": {"A": {"equals": "1"}}})", R"({"environment": {"A": {"equals": "2"}}})") ==
        Keys{"environment/A"});
  CHECK(keys_in_conflict(R"({"warnings": []})", R"({"warnings": ["a"]})") == Keys{"warnings"});
  CHECK(keys_in_conflict(R"({"unsatisfied": []})", R"({"unsatisfied": [{"symbol": "a"}]})") == Keys{"unsatisfied"});
}

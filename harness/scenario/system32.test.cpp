// SPDX-License-Identifier: MIT
#include "harness/scenario/system32.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro;
using namespace dllrepro::scenario;

namespace {

struct Reading {
  System32 machine;
  Diagnostics faults;
};

Reading read(const std::vector<const char*>& layers) {
  Reading reading;
  for (const char* layer : layers) {
    const JsonDocument document = JsonDocument::parse(layer, "machine.json");
    reading.machine.add(JsonCursor(document, reading.faults));
  }
  return reading;
}

System32 machine(const std::vector<const char*>& layers) {
  Reading reading = read(layers);
  CHECK(describe(reading.faults) == "");
  return reading.machine;
}

}  // namespace

TEST_CASE("A machine that says nothing has the System32 that Windows has") {
  CHECK(machine({"{}"}).is_plain());
  CHECK(key_of(machine({"{}"})) == "");
  CHECK(key_of(machine({R"({"without": [], "with": [], "system32": {}})"})) == "");
}

TEST_CASE("Of a name the last word counts") {
  const System32 both = machine({R"({"without": ["A.dll", "b.dll"], "with": "c.dll"})",
                                 R"({"with": "a.DLL", "system32": {"C.dll": {"version": "1.2"}}})"});
  CHECK(both.without == std::vector<std::string>{"b.dll"});
  CHECK(both.with == std::vector<std::string>{"a.dll"});
  REQUIRE(both.files.contains("c.dll"));
  CHECK(both.files.at("c.dll").version.has_value());
}

TEST_CASE("The key is that of the differences, whatever their order and spelling") {
  const std::string key = key_of(machine({R"({"without": ["b.dll", "A.dll"], "system32": {"X.dll": {}}})"}));
  CHECK(key.size() == 16);
  CHECK(key_of(machine({R"({"system32": {"x.DLL": {}}, "without": ["a.dll", "b.dll", "B.dll"]})"})) == key);
  CHECK(key_of(machine({R"({"system32": {"x.dll": {"version": "1.0"}}, "without": ["a.dll", "b.dll"]})"})) != key);
  CHECK(key_of(machine({R"({"without": ["a.dll", "b.dll"]})"})) != key);
}

TEST_CASE("What is written is read back") {
  const System32 one =
      machine({R"({"without": "a.dll", "with": "b.dll", "system32": {"c.dll": {"corrupt": "text"}}})"});
  const std::string text = to_json(one).dump();
  CHECK(to_json(machine({text.c_str()})).dump() == text);
}

TEST_CASE("Names and contents that can't be are told, all of them") {
  const Reading reading =
      read({R"({"without": ["x/a.dll", "a", 3], "with": "", "system32": {"C:x.dll": {}, "y.dll": {"exprots": {}}}})"});
  CHECK(reading.faults.size() == 6);
  CHECK(reading.machine.without.empty());
}

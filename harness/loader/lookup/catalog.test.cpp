// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>

#include "harness/loader/lookup/catalog.hpp"
#include "harness/loader/lookup/release_parser.hpp"

namespace dllrepro::loader::lookup {
namespace {

/// What the parser says of a catalog's releases, one line per fault.
std::string faults_of(const std::string& releases) {
  const JsonDocument document = JsonDocument::parse("{\"releases\": " + releases + "}", "x.json");
  Diagnostics faults;
  Catalog::parse(JsonCursor(document, faults));
  return describe(faults);
}

Catalog catalog_of(const std::string& releases) {
  const JsonDocument document = JsonDocument::parse("{\"releases\": " + releases + "}", "x.json");
  Diagnostics faults;
  Catalog catalog = Catalog::parse(JsonCursor(document, faults));
  REQUIRE(describe(faults).empty());
  return catalog;
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("a release is a change to the one before: keys are put together, lists replaced, null takes out") {
  const Catalog catalog = catalog_of(R"([
    {"release": "1.0", "rules": {"steps": ["resident", "answer"], "toolkit": {"variables": ["A", "B"], "read_once": true},
                                 "labels": {"resident": "there"}},
     "libraries": {"a": {"dlls": ["a1.dll"], "wheel_folders": ["x"]}, "b": {"dlls": ["b.dll"], "needs": ["a"]}}},
    {"release": "1.1", "rules": {"toolkit": {"variables": ["B"]}, "labels": null},
     "libraries": {"a": {"dlls": ["a1.dll", "a2.dll"], "wheel_folders": {"x64": ["y"], "arm64": []}}}},
    {"release": "1.2", "libraries": {"b": null, "a": {"registers": true, "wheel_folders": {"arm64": ["z"]}}}}
  ])");
  CHECK(catalog.releases() == std::vector<std::string>{"1.0", "1.1", "1.2"});
  CHECK_FALSE(catalog.release("1.3"));
  const Release first = read_release(*catalog.release("1.0"));
  CHECK(first.rules.steps == std::vector<Step>{Step::Resident, Step::Answer});
  CHECK(first.rules.labels.at("resident") == "there");
  CHECK(*for_machine(first.libraries.at("a").wheel_folders, "arm64") == std::vector<std::string>{"x"});
  const Release second = read_release(*catalog.release("1.1"));
  CHECK(second.rules.steps.size() == 2);
  CHECK(second.rules.toolkit.variables == std::vector<std::string>{"B"});
  CHECK(second.rules.toolkit.read_once);
  CHECK(second.rules.labels.empty());
  CHECK(second.libraries.at("a").dlls.size() == 2);
  CHECK(*for_machine(second.libraries.at("a").wheel_folders, "x64") == std::vector<std::string>{"y"});
  CHECK(for_machine(second.libraries.at("a").wheel_folders, "x86") == nullptr);
  const Release third = read_release(*catalog.release("1.2"));
  CHECK(third.libraries.size() == 1);
  CHECK(third.libraries.at("a").registers);
  CHECK(*for_machine(third.libraries.at("a").wheel_folders, "x64") == std::vector<std::string>{"y"});
  CHECK(*for_machine(third.libraries.at("a").wheel_folders, "arm64") == std::vector<std::string>{"z"});
}

TEST_CASE("faults of a catalog are told at their place, with the nearest word") {
  const std::string faults = faults_of(R"([
    {"release": "1.0", "rulez": {}, "rules": {
      "steps": ["weels", "answer"], "toolkit": {"variable": ["A"]}, "checks": [{"that": "knwon", "type": "E", "message": "{nam}"}],
      "wheels": {"spelling": "backslash"}, "messages": {"no_file": "{seached}"}, "labels": {"residents": "x"},
      "canary": {"raises": {"exitted": {"type": "E", "message": "m"}}, "seconds": "ten"}},
     "libraries": {"a": {"dll": ["a.dll"], "needs": ["bb"]}, "b": {"machines": ["x46"]}, "c": null}},
    {"release": "1.0"}, {"relese": "1.1"}
  ])");
  CHECK(holds(faults, "x.json:2:24: unknown key \"rulez\"; did you mean \"rules\"? (at /releases/0/rulez)"));
  CHECK(holds(faults, "unknown word \"weels\"; did you mean \"wheels\"? (at /releases/0/rules/steps/0)"));
  CHECK(holds(faults, "unknown key \"variable\"; did you mean \"variables\"?"));
  CHECK(holds(faults, "unknown word \"knwon\"; did you mean \"known\"?"));
  CHECK(holds(faults, "{nam} means nothing here; did you mean \"name\"?"));
  CHECK(holds(faults, "unknown word \"backslash\"; did you mean \"backslashes\"?"));
  CHECK(holds(faults, "{seached} means nothing here; did you mean \"searched\"?"));
  CHECK(holds(faults, "unknown key \"residents\"; did you mean \"resident\"?"));
  CHECK(holds(faults, "unknown key \"exitted\"; did you mean \"exited\"?"));
  CHECK(holds(faults, "expected a number"));
  CHECK(holds(faults, "unknown key \"dll\"; did you mean \"dlls\"?"));
  CHECK(holds(faults, "library \"a\" names \"bb\", which the release does not have; did you mean \"b\"?"));
  CHECK(holds(faults, "unknown word \"x46\"; did you mean \"x64\"?"));
  CHECK(holds(faults, "there is no library \"c\" to take out"));
  CHECK(holds(faults, "the release \"1.0\" is there twice"));
  CHECK(holds(faults, "unknown key \"relese\"; did you mean \"release\"?"));
}

TEST_CASE("a release without steps, and a catalog without releases, are reported") {
  CHECK(
      holds(faults_of(R"([{"release": "1.0"}])"), "the release has no \"steps\" in its rules, nor have those before"));
  CHECK(faults_of(R"([{"release": "1.0", "rules": {"absent": {"type": "E", "message": "m"}}}])").empty());
  CHECK(holds(faults_of("[]"), "a catalog has at least one release"));
}

TEST_CASE("an unknown release is answered with the nearest") {
  const Catalog catalog = catalog_of(R"([{"release": "1.8.4", "rules": {"steps": ["answer"]}}, {"release": "1.9.1"}])");
  CHECK(unknown_release("p", "1.8.5", catalog) == "\"p\" has no release \"1.8.5\"; did you mean \"1.8.4\"?");
  CHECK(unknown_release("p", "latest-and-greatest", catalog) ==
        "\"p\" has no release \"latest-and-greatest\"; it has those from 1.8.4 to 1.9.1");
}

}  // namespace
}  // namespace dllrepro::loader::lookup

// SPDX-License-Identifier: MIT
#include "harness/stub/spec.hpp"

#include <algorithm>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "harness/stub/spec_text.hpp"

using namespace dllrepro;
using namespace dllrepro::stub;
using namespace dllrepro::stub::testing;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("an empty object is the default spec, written as an empty object") {
  CHECK(spec_of("{}") == StubSpec{});
  CHECK(to_json(StubSpec{}).dump() == "{}");
}

TEST_CASE("every key is read") {
  const StubSpec spec = spec_of(R"({
    "machine": "arm64", "name": "other.dll", "version": {"file": "9.27", "product": "9", "strings": {"A": "b"}},
    "manifest": "<assembly/>", "timestamp": "0xFFFFFFFF", "pad_to": 4096, "dependent_load_flags": "0x800",
    "imports": {"a.dll": ["f", {"ordinal": 3}], "b.dll": []}, "delay_imports": ["c.dll", "VCRUNTIME140.dll"],
    "exports": {"n": 7, "l": [{"return": 1}], "o": {"ordinal": 5, "noname": true, "do": []}, "w": {"forward": "x.#4"}},
    "default_export": false, "on_attach": [{"return_false": true}], "on_detach": {"sleep_ms": 1},
    "on_thread_attach": [{"print": "x"}], "on_thread_detach": [{"exit": 1}],
    "tls_callback": [{"print": "y"}], "corrupt": "text"})");
  CHECK(spec.machine == "arm64");
  CHECK(spec.name == "other.dll");
  CHECK(spec.version == Version{"9.27", "9", {{"A", "b"}}});
  CHECK(spec.timestamp == 0xFFFFFFFF);
  CHECK(spec.pad_to == 4096);
  CHECK(spec.dependent_load_flags == 0x800);
  CHECK(spec.imports == std::vector<ImportedDll>{{"a.dll", {{"f", 0}, {"", 3}}}, {"b.dll", {}}});
  CHECK(spec.delay_imports ==
        std::vector<ImportedDll>{{"c.dll", {{"stub", 0}}}, {"VCRUNTIME140.dll", {{"memcpy", 0}}}});
  CHECK(spec.exports.at("n").actions == Actions{{Return{{Value::Kind::Number, 7, {}}}}});
  CHECK(spec.exports.at("o") == Export{5, true, {}, {}});
  CHECK(spec.exports.at("w").forward == "x.#4");
  CHECK_FALSE(spec.default_export);
  CHECK(spec.on_attach == Actions{{Return{}}});
  CHECK(spec.on_detach == Actions{{Sleep{1}}});
  CHECK(spec.on_thread_detach == Actions{{Exit{1}}});
  CHECK(spec.tls_callback.size() == 1);
  CHECK(spec.corrupt.has_value());
}

TEST_CASE("all faults are reported in one go, each at its place") {
  const std::string faults = faults_of(R"({
  "machin": "x64",
  "version": "9.x",
  "imports": ["a/b.dll"],
  "exports": {"f": {"forward": "nowhere", "do": []}, "g": {"ordinal": 0}, "h": {"noname": true}},
  "dependent_load_flags": 70000,
  "on_attach": [{"retrun": 1}, 5, {"print": "{who}"}]
})");
  CHECK(contains(faults, "spec.json:2:3: unknown key \"machin\"; did you mean \"machine\"?"));
  CHECK(contains(faults, "spec.json:3:3: expected a version"));
  CHECK(contains(faults, "\"a/b.dll\" can't stand in an import table"));
  CHECK(contains(faults, "expected a forward such as"));
  CHECK(contains(faults, "not both"));
  CHECK(contains(faults, "expected an ordinal from 1 to 65535"));
  CHECK(contains(faults, "needs an \"ordinal\""));
  CHECK(contains(faults, "expected at most 65535, found 70000"));
  CHECK(contains(faults, "spec.json:7:18: unknown action \"retrun\"; did you mean \"return\"?"));
  CHECK(contains(faults, "expected an object, found 5"));
  CHECK(contains(faults, "unknown token {who}"));
  CHECK(std::count(faults.begin(), faults.end(), '\n') + 1 == 11);
}

TEST_CASE("two exports can't have one ordinal") {
  CHECK(
      contains(faults_of(R"({"exports": {"a": {"ordinal": 5}, "b": {"ordinal": 5}}})"), "ordinal 5 is that of \"a\""));
}

TEST_CASE("no spec is half right") {
  const std::string text = GENERATE(
      R"({"machine": "mips"})", R"({"version": {"product": "1"}})", R"({"version": "1.2.3.4.5"})",
      R"({"version": "70000"})", R"({"name": ""})", R"({"timestamp": -1})", R"({"pad_to": "0x40000001"})",
      R"({"imports": {"a.dll": "f"}})", R"({"imports": 1})", R"({"exports": {"": 1}})", R"({"exports": {"f": "soon"}})",
      R"({"default_export": 1})", R"({"corrupt": "txet"})", R"({"on_attach": {}})", "[]", "7");
  INFO(text);
  CHECK_FALSE(faults_of(text).empty());
}

TEST_CASE("a comment is no key") {
  CHECK(spec_of(R"({"//": "why", "exports": {"//": "why", "f": [{"//": "why", "return": 1}]}})").exports.size() == 1);
}

TEST_CASE("what is written is read back to the same, and equal specs are written alike") {
  const StubSpec spec = spec_of(R"({
    "machine": "x86", "version": {"file": "1.2", "strings": {"b": "2", "a": "1"}}, "timestamp": 5, "pad_to": 70,
    "dependent_load_flags": 0, "imports": {"a.dll": ["stub"], "b.dll": [{"ordinal": 1}]}, "delay_imports": ["c.dll"],
    "exports": {"b": 2, "a": {"ordinal": 9, "forward": "x.y"}}, "default_export": false, "manifest": "m", "name": "n",
    "corrupt": {"truncate": 512}, "on_detach": [{"return": "error"}]})");
  const std::string text = to_json(spec).dump();
  CHECK(spec_of(text) == spec);
  CHECK(to_json(spec_of(text)).dump() == text);
  const StubSpec same = spec_of(R"({
    "exports": {"a": {"forward": "x.y", "ordinal": "9"}, "b": [{"return": "0x2"}]},
    "delay_imports": {"c.dll": ["stub"]},
    "name": "n", "on_detach": {"return": "error"}, "imports": {"a.dll": ["stub"], "b.dll": [{"ordinal": 1}]},
    "default_export": false, "version": {"strings": {"a": "1", "b": "2"}, "file": "1.2"}, "manifest": "m",
    "dependent_load_flags": "0x0", "pad_to": 70, "timestamp": 5, "machine": "x86", "corrupt": {"truncate": 512}})");
  CHECK(to_json(same).dump() == text);
}

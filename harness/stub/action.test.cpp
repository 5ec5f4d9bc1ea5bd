// SPDX-License-Identifier: MIT
#include "harness/stub/action.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "harness/stub/spec_text.hpp"

using namespace dllrepro;
using namespace dllrepro::stub;
using namespace dllrepro::stub::testing;

namespace {

std::string attach(const std::string& action) {
  return R"({"delay_imports": ["x.dll"], "on_attach": [)" + action + "]}";
}

/// One action, written as to_json has it, for every verb and modifier.
const std::vector<std::string>& canonical_actions() {
  static const std::vector<std::string> all = {
      R"({"return":7})",
      R"({"return":"file_name"})",
      R"({"exit":3})",
      R"({"terminate":4294967295})",
      R"({"crash":"stack_overflow"})",
      R"({"fast_fail":7})",
      R"({"raise":3765269347})",
      R"({"raise":1,"flags":0})",
      R"({"hang":"critical_section"})",
      R"({"set_last_error":"result"})",
      R"({"sleep_ms":5})",
      R"({"load":"a.dll"})",
      R"({"load":"{self_dir}/a.dll","flags":4352,"as":"h"})",
      R"({"load":"a","call":"LoadLibraryExA","flags":8})",
      R"({"load":"a","call":"LoadLibraryA","then_call":"f",)"
      R"("arguments":[1,"argument",{"text":"t"}],"on_failure":[{"exit":1}]})",
      R"({"get_handle":"a.dll","as":"h","then_call":{"ordinal":3}})",
      R"({"call":"f","in":"a.dll","arguments":[],"on_failure":[{"return":"error"}]})",
      R"({"call_import":"stub","of":"x.dll","arguments":["count"]})",
      R"({"print":"{result}\n","to":"stderr"})",
      R"({"start_thread":[{"sleep_ms":1}],"as":"w"})",
      R"({"start_thread":[]})",
      R"({"signal":"e"})",
      R"({"lock":"l"})",
      R"({"count":{"add":28}})",
      R"({"count":{"add":"argument","in":"a.dll","export":"f"}})",
      R"({"set_dll_directory":null})",
      R"({"set_dll_directory":""})",
      R"({"add_dll_directory":"{self_dir}"})",
      R"({"set_default_dll_directories":4096})",
      R"({"path_front":"a"})",
      R"({"path_back":["a","b"]})",
      R"({"set_environment":{"A":"b","C":null}})",
      R"({"if":{"any":[{"not":{"resident":"a"}},{"all":[{"exists":"b"},{"environment":"C"}]}]},"then":[{"exit":1}]})",
      R"({"if":{"equals":["error",126]},"then":[],"else":[{"exit":1}]})",
      R"({"if":{"failed":true},"then":[]})",
      R"({"if":{"process_ending":true},"then":[]})"};
  return all;
}

}  // namespace

TEST_CASE("every action is read and written back the same") {
  for (const std::string& action : canonical_actions()) {
    INFO(action);
    const StubSpec spec = spec_of(attach(action));
    CHECK(to_json(spec.on_attach).dump() == "[" + action + "]");
  }
}

TEST_CASE("every verb is among the actions tried above or below") {
  std::string tried = R"({"free": {"unlock": {"wait": {"terminate_thread": {"return_false": {"return_version": )";
  for (const std::string& action : canonical_actions()) {
    tried += action;
  }
  for (const ActionRule& rule : action_rules()) {
    INFO(rule.verb);
    CHECK(tried.find("{\"" + rule.verb + "\":") != std::string::npos);
    for (const std::string& modifier : rule.modifiers) {
      INFO(modifier);
      CHECK((modifier == "timeout_ms" || tried.find("\"" + modifier + "\":") != std::string::npos));
    }
  }
}

TEST_CASE("actions that belong together are read") {
  const std::string text =
      R"([{"load":"a","as":"m"},{"free":"m"},{"start_thread":[{"signal":"done"}],"as":"w"},)"
      R"({"wait":"w","timeout_ms":5,"on_failure":[{"exit":1}]},{"wait":"done"},{"terminate_thread":"w"},)"
      R"({"lock":"l"},{"unlock":"l"}])";
  CHECK(to_json(spec_of("{\"on_attach\": " + text + "}").on_attach).dump() == text);
}

TEST_CASE("shorthands are written out") {
  CHECK(to_json(spec_of(attach(R"({"return_false": true}, {"return_version": true})")).on_attach).dump() ==
        R"([{"return":0},{"return":"version"}])");
  CHECK(to_json(spec_of(attach(R"({"load": "a", "flags": ["DEFAULT_DIRS", "DLL_LOAD_DIR"]})")).on_attach).dump() ==
        R"([{"load":"a","flags":4352}])");
}

TEST_CASE("a wrong action says what is wrong") {
  struct Wrong {
    const char* action;
    const char* message;
  };
  const Wrong wrong = GENERATE(
      Wrong{R"({"crsh": "read"})", "unknown action \"crsh\"; did you mean \"crash\"?"},
      Wrong{R"({"crash": "raed"})", "did you mean \"read\"?"},
      Wrong{R"({"exit": 1, "print": "x"})", "is an action of its own"},
      Wrong{R"({"exit": 1, "to": "x"})", "unknown key \"to\""}, Wrong{R"({"exit": "soon"})", "expected a number"},
      Wrong{R"({"load": "a", "call": "LoadLibraryA", "flags": 8})", "did you mean \"LoadLibraryExA\"?"},
      Wrong{R"({"load": "a", "flags": ["DLL_LOAD_DRI"]})", "did you mean \"DLL_LOAD_DIR\"?"},
      Wrong{R"({"load": "a", "arguments": [1]})", "without \"then_call\""},
      Wrong{R"({"call": "f"})", "\"in\" is missing"},
      Wrong{R"({"call_import": "f", "of": "x.dll"})", "is not imported from"},
      Wrong{R"({"call_import": "stub", "of": "y.dll"})", "did you mean \"x.dll\"?"},
      Wrong{R"({"free": "m"})", "no \"as\" remembers a module \"m\""},
      Wrong{R"({"unlock": "l"})", "nothing locks \"l\""},
      Wrong{R"({"signal": "done"}, {"wait": "dnoe"})", "did you mean \"done\"?"},
      Wrong{R"({"terminate_thread": "w"})", "no thread is started"},
      Wrong{R"({"if": {"failed": true}})", "without \"then\" or"},
      Wrong{R"({"start_thread": [], "as": "w"}, {"signal": "w"})", "is a thread already"},
      Wrong{R"({"if": {"failed": false}, "then": []})", "expected true"},
      Wrong{R"({"if": {}, "then": []})", "expected a condition"},
      Wrong{R"({"if": {"failed": true, "exists": "x"}, "then": []})", "a condition has one key"},
      Wrong{R"({"if": {"equals": [1]}, "then": []})", "expected two values"},
      Wrong{R"({"return": "eror"})", "did you mean \"error\"?"}, Wrong{R"({"return_false": false})", "expected true"},
      Wrong{R"({"count": 5})", "expected an object"},
      Wrong{R"({"count": {"add": 1, "export": "f"}})", "without \"in\""},
      Wrong{R"({"set_environment": {"A=B": "x"}})", "can't be the name"},
      Wrong{R"({"call": "f", "in": "a.dll", "arguments": [1, 2, 3, 4, 5]})", "at most 4 arguments"},
      Wrong{R"({"print": "x", "to": "console"})", "expected one of: stdout, stderr"});
  INFO(wrong.action);
  const std::string faults = faults_of(attach(wrong.action));
  INFO(faults);
  CHECK(faults.find(wrong.message) != std::string::npos);
}

TEST_CASE("a variable may have any name, also that of a verb") {
  CHECK(faults_of(attach(R"({"set_environment": {"wait": "x", "free": "y"}})")).empty());
}

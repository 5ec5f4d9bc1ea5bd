// SPDX-License-Identifier: MIT
#include <fstream>
#include <iterator>

#include <catch2/catch_test_macros.hpp>

#include "harness/loader/interpreter.hpp"
#include "harness/loader/operation.hpp"
#include "harness/loader/test_loaders.hpp"
#include "harness/loader/text_template.hpp"
#include "harness/loader/verbs.hpp"

namespace dllrepro::loader {
namespace {

/// What the parser says of one list of operations, one line per fault.
std::string faults_of(const std::string& text, const ParseContext& context = {}) {
  const JsonDocument document = JsonDocument::parse(text, "x.json");
  Diagnostics diagnostics;
  parse_operations(JsonCursor(document, diagnostics), context);
  return describe(diagnostics);
}

std::vector<Operation> parse(const std::string& text) {
  const JsonDocument document = JsonDocument::parse(text, "x.json");
  Diagnostics diagnostics;
  auto operations = parse_operations(JsonCursor(document, diagnostics));
  REQUIRE(describe(diagnostics) == "");
  return operations;
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("an operation that does not exist is reported with the nearest word, at its own place") {
  const std::string faults = faults_of("[\n  { \"lod\": \"x.dll\" },\n  { \"print\": 5 }\n]");
  CHECK(holds(faults, "x.json:2:5: there is no operation \"lod\"; did you mean \"load\"? (at /0/lod)"));
  CHECK(holds(faults, "x.json:3:5: expected a text, found 5 (at /1/print)"));
}

TEST_CASE("unknown modifiers, two verbs and missing arguments are reported, all in one go") {
  const std::string faults = faults_of(R"([
    {"load": "x.dll", "flag": 8}, {"load": "x", "free": "h"}, {"call": "f"}, {}, 7,
    {"if": {"exist": "x"}, "then": []}, {"load": "x", "call": "LoadLibrary"}, {"for_each": "a b", "in": [], "do": []},
    {"load": "x", "flags": ["DEFAULT_DIR"]}, {"equals": [1, 1]}, {"if": {"equals": [1]}}, {"break": false},
    {"print": "{x"}, {"start_process": {}}, {"call": "f", "in": "x.dll", "arguments": [1, 2, 3, 4, 5]},
    {"call": "f", "in": "x.dll", "arguments": ["text"]}
  ])");
  CHECK(holds(faults, "expected 4 numbers at most, found 5 (at /14/arguments)"));
  CHECK(holds(faults, "(at /15/arguments/0)"));
  CHECK(holds(faults, "unknown key \"flag\"; did you mean \"flags\"?"));
  CHECK(holds(faults, "two verbs in one operation: \"load\" and \"free\""));
  CHECK(holds(faults, "\"in\" is missing (at /2)"));
  CHECK(holds(faults, "an operation needs a verb; known: load, "));
  CHECK(holds(faults, "expected an object, found 7"));
  CHECK(holds(faults, "there is no condition \"exist\"; did you mean \"exists\"?"));
  CHECK(holds(faults, "unknown word \"LoadLibrary\"; did you mean \"LoadLibraryW\"?"));
  CHECK(holds(faults, "\"a b\" is no name"));
  CHECK(holds(faults, "unknown word \"DEFAULT_DIR\"; did you mean \"DEFAULT_DIRS\"?"));
  CHECK(holds(faults, "there is no operation \"equals\""));
  CHECK(holds(faults, "expected a list of two values"));
  CHECK(holds(faults, "expected true; leave the operation out instead"));
  CHECK(holds(faults, "a { is not closed"));
  CHECK(holds(faults, "a process needs either a \"program\" or \"operations\""));
}

TEST_CASE("a verb that is another's modifier is no second verb") {
  const auto operations = parse(R"([{"call": "LoadLibraryA", "load": "x.dll"}, {"call": "f", "in": "x.dll"}])");
  CHECK(operations[0].verb == "load");
  CHECK(operations[1].verb == "call");
}

TEST_CASE("flags are numbers, texts of numbers or lists of words, and become one number") {
  const auto operations = parse(R"([
    {"load": "x", "flags": 8}, {"load": "x", "flags": "0x1100"},
    {"load": "x", "flags": ["DEFAULT_DIRS", "DLL_LOAD_DIR"]},
    {"load": "x", "flags": "{flags}"}, {"load": "x", "flags": ["SYSTEM32", 512]}
  ])");
  CHECK(operations[0].arguments.at("flags") == 8);
  CHECK(operations[1].arguments.at("flags") == 0x1100);
  CHECK(operations[2].arguments.at("flags") == 0x1100);
  CHECK(operations[3].arguments.at("flags") == "{flags}");
  CHECK(operations[4].arguments.at("flags") == 0xA00);
}

TEST_CASE("names that nothing remembered are reported where they can be known") {
  std::vector<std::string> names = {"site"};
  ParseContext context;
  context.names = &names;
  const std::string faults = faults_of(R"([
    {"load": "{sit}/a.dll", "as": "a"},
    {"print": "{a.error} {site}"},
    {"for_each": "dll", "in": ["{dll}"], "do": [{"load": "{dll}"}]},
    {"try": [{"print": "{message}"}], "except": [{"print": "{message} {error}"}]},
    {"free": "nobody"}, {"if": {"defined": "nobody"}, "then": []},
    {"load": "x", "message": "{path}: {error_text}"},
    {"set": {"later": "{soon}", "soon": 1}},
    {"print": "{ax is}"}
  ])",
                                       context);
  CHECK(holds(faults, "nothing is known as {sit}; did you mean \"site\"? (at /0/load)"));
  CHECK(holds(faults, "nothing is known as {dll} (at /2/in/0)"));
  CHECK(holds(faults, "nothing is known as {message} (at /3/try/0/print)"));
  CHECK(holds(faults, "nothing is known as {nobody} (at /4/free)"));
  CHECK(holds(faults, "nothing is known as {soon} (at /7/set/later)"));
  CHECK(holds(faults, "{ax is} is no name"));
  CHECK(std::count(faults.begin(), faults.end(), '\n') == 5);
  // What was remembered is known to the list that comes next.
  CHECK(faults_of(R"([{"print": "{a.error} {dll} {later}"}])", context) == "");
}

TEST_CASE("run includes another loader's operations, with its default parameters and values of its own") {
  TestLoaders loaders(std::map<std::string, std::string>{
      {"base", R"({"parameters": {"lib": "{site}/lib", "more": 1},
                                    "operations": [{"load": "{lib}/{file}"}]})"},
      {"outer", R"({"operations": [{"run": "base", "with": {"file": "a.dll"}}, {"print": "b"}]})"}});
  std::vector<std::string> names = {"site"};
  std::map<std::string, Json> parameters = {{"more", 2}};
  const ParseContext context{&loaders, &names, &parameters};
  const JsonDocument document = JsonDocument::parse(R"([{"run": "outer"}, {"print": "{more}"}])", "x.json");
  const auto operations = parse_operations(JsonCursor(document, loaders.diagnostics), context);
  CHECK(describe(loaders.diagnostics) == "");
  REQUIRE(operations.size() == 4);
  CHECK(operations[0].verb == "set");
  CHECK(operations[0].arguments.at("set") == Json{{"file", "a.dll"}});
  CHECK(operations[1].location.file == "base.json");
  CHECK(operations[1].location.pointer == "/operations/0");
  CHECK(operations[2].arguments.at("print") == "b");
  CHECK(parameters.at("more") == 2);
  CHECK(parameters.at("lib") == "{site}/lib");
}

TEST_CASE("loaders that run each other, and loaders that are not there, are reported") {
  TestLoaders loaders(std::map<std::string, std::string>{{"a", R"({"operations": [{"run": "b"}]})"},
                                                         {"b", R"({"operations": [{"run": "a"}]})"}});
  const JsonDocument document =
      JsonDocument::parse(R"([{"run": "a"}, {"run": "torch/glop"}, {"run": "bb"}])", "x.json");
  const ParseContext context{&loaders, nullptr, nullptr};
  CHECK(parse_operations(JsonCursor(document, loaders.diagnostics), context).empty());
  const std::string faults = describe(loaders.diagnostics);
  CHECK(holds(faults, "b.json:1:18: loaders run each other in a circle: a -> b -> a (at /operations/0/run)"));
  CHECK(holds(faults, "there is no loader \"torch/glop\""));
  CHECK(holds(faults, "there is no loader \"bb\"; did you mean \"b\"?"));
  CHECK(holds(faults_of(R"([{"run": "a"}])"), "\"run\" can't be resolved here"));
}

TEST_CASE("what is written is read back the same, the verb first") {
  const std::string text = R"([
    {"tolerate": [126, "0x7f"], "flags": ["DLL_LOAD_DIR"], "load": "{a}/b.dll", "as": "h", "message": "m"},
    {"for_each": "d", "in": {"glob": "{a}/*.dll", "order": "newest"}, "do": [
      {"if": {"any": [{"exists": "{d}", "in": ["x"]}, {"not": {"failed": "h"}}]}, "then": [{"break": true}],
       "else": [{"reraise": true}]}]},
    {"try": [{"raise": "x", "type": "T"}], "except": [], "finally": [{"print": "{{}}"}]},
    {"start_process": {"operations": [{"exit": 3}]}, "capture": true}
  ])";
  const auto operations = parse(text);
  const Json written = to_json(operations);
  CHECK(written[0].begin().key() == "load");
  CHECK(written[0].at("tolerate") == Json::array({126, 127}));
  CHECK(to_json(parse(written.dump())) == written);
}

TEST_CASE("a pointer below the list leads to its operation") {
  const auto operations =
      parse(R"([{"print": "a"}, {"if": true, "then": [{"print": "b"}, {"try": [{"print": "c"}]}]}])");
  CHECK(operation_at(operations, "/0")->arguments.at("print") == "a");
  CHECK(operation_at(operations, "/1/then/0")->arguments.at("print") == "b");
  CHECK(operation_at(operations, "/1/then/1/try/0")->arguments.at("print") == "c");
  for (const char* wrong : {"", "0", "/2", "/x", "/1/then", "/1/else/0", "/1/then/7", "/-1", "/1x"}) {
    CHECK(operation_at(operations, wrong) == nullptr);
  }
}

TEST_CASE("templates: references, literal braces, and faults") {
  const TextTemplate parsed = parse_template("a{b.c}{{d}}");
  REQUIRE(parsed.parts.size() == 3);
  CHECK(parsed.parts[1].reference);
  CHECK(parsed.parts[1].text == "b.c");
  CHECK(parsed.parts[2].text == "{d}");
  CHECK(parse_template("{x}").is_one_reference());
  CHECK_FALSE(parse_template("{x}y").is_one_reference());
  CHECK(parse_template("{}").fault == "{} names nothing");
  CHECK(parse_template("a}b").fault == "a } has no {; write }} for a brace");
}

TEST_CASE("every verb of the table can be run, and is described where people look for it") {
  std::ifstream header("harness/loader/operation.hpp");
  const std::string text{std::istreambuf_iterator<char>(header), {}};
  for (const VerbRule& rule : verbs()) {
    const std::string name(rule.name());
    INFO(name);
    CHECK((name == "run" || interpreter_handlers().contains(name)));
    const std::size_t line = text.find("///   " + name + " ");
    REQUIRE(line != std::string::npos);
    const std::string described = text.substr(line, text.find('\n', line) - line) + " ";
    for (const ArgumentRule& argument : rule.arguments) {
      INFO(argument.key);
      CHECK(holds(described, " " + std::string(argument.key) + " "));
    }
  }
  CHECK(interpreter_handlers().size() + 1 == verbs().size());
  const std::string conditions_text = text.substr(text.find("Conditions, one key each:"));
  for (const VerbRule& rule : conditions()) {
    INFO(rule.name());
    CHECK(holds(conditions_text, "   " + std::string(rule.name()) + " "));
  }
}

}  // namespace
}  // namespace dllrepro::loader

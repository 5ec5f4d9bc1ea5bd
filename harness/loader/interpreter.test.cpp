// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>

#include "harness/loader/fake_system.hpp"
#include "harness/loader/plan.hpp"
#include "harness/util/error.hpp"

namespace dllrepro::loader {
namespace {

TEST_CASE("a load tells what it does and remembers what it got") {
  FakeRun program;
  program.run(R"([{"load": "{site}/torch/lib/c10.dll", "flags": "0x1100", "as": "c10"},
                  {"print": "{c10.name} in {c10.directory}, {c10.stem}, error {c10.error}"}])");
  CHECK(program.system.calls == std::vector<std::string>{"LoadLibraryExW C:\\site\\torch\\lib\\c10.dll 4352"});
  const Json begin = program.of_kind("begin").at(0);
  CHECK(begin.at("step") == 1);
  CHECK(begin.at("pointer") == "/0");
  CHECK(begin.at("op") == "load");
  CHECK(begin.at("text") == R"(LoadLibraryExW("C:\site\torch\lib\c10.dll", 0x1100))");
  const Json end = program.of_kind("end").at(0);
  CHECK(end.at("result") == "ok");
  CHECK(end.at("module") == "C:\\site\\torch\\lib\\c10.dll");
  CHECK(end.at("call") == "LoadLibraryExW");
  CHECK(program.system.output == "c10.dll in C:\\site\\torch\\lib, c10, error 0\n");
  CHECK(program.results.at("c10") == "C:\\site\\torch\\lib\\c10.dll");
  CHECK(program.results.at("c10.error") == 0);
}

TEST_CASE("slashes are kept where they are to be kept") {
  FakeRun program;
  program.run(R"([{"load": "{site}/a.dll", "slashes": "keep", "call": "LoadLibraryA"}])");
  CHECK(program.system.calls.at(0) == "LoadLibraryA C:\\site/a.dll 0");
}

TEST_CASE("an error that nothing catches is raised and ends the program") {
  FakeRun program;
  program.system.load_errors["a.dll"] = 193;
  program.run(R"([{"load": "C:/x/a.dll", "message": "[WinError {error}] {error_text} Error loading \"{path}\"."},
                  {"print": "not reached"}])");
  const Json raised = program.raised();
  CHECK(program.end.kind == ProgramEnd::Kind::Raised);
  CHECK(raised.at("type") == "OSError");
  CHECK(raised.at("error") == 193);
  CHECK(raised.at("module") == "C:\\x\\a.dll");
  CHECK(raised.at("message") == "[WinError 193] %1 is not a valid Win32 application. Error loading \"C:\\x\\a.dll\".");
  CHECK(raised.at("step") == 1);
  CHECK(raised.at("phase") == "steps");
  CHECK(raised.at("op") == "load");
  CHECK(program.system.output.empty());
}

TEST_CASE("tolerated, ignored and warned errors let the program go on") {
  FakeRun program;
  program.system.load_errors["a.dll"] = 126;
  program.run(R"([{"load": "a.dll", "tolerate": [126], "as": "a"}, {"load": "a.dll", "on_error": "ignore"},
                  {"load": "a.dll", "on_error": "warn"},
                  {"if": {"failed": "a"}, "then": [{"print": "failed"}]},
                  {"if": {"error_of": "a", "in": [193, 126]}, "then": [{"print": "with {a.error}"}]},
                  {"if": {"defined": "a"}, "then": [{"print": "not this"}]}])");
  CHECK(program.raised().is_null());
  CHECK(program.system.output == "failed\nwith 126\n");
  CHECK(program.results.at("a").is_null());
  REQUIRE(program.of_kind("warning").size() == 1);
  CHECK(program.of_kind("warning")[0].at("message") == "[WinError 126] The specified module could not be found.");

  FakeRun other;
  other.system.load_errors["a.dll"] = 193;
  other.run(R"([{"load": "a.dll", "tolerate": [126]}])");
  CHECK(other.raised().at("error") == 193);
}

TEST_CASE("what is tolerated may stand under a name, one number or several") {
  for (const char* codes : {"126", "\"0x7e\"", "[193, 126]"}) {
    INFO(codes);
    FakeRun program;
    program.system.load_errors["a.dll"] = 126;
    program.run(std::string(R"([{"set": {"codes": )") + codes + R"(}}, {"load": "a.dll", "tolerate": "{codes}"}])");
    CHECK(program.raised().is_null());
  }
}

TEST_CASE("try catches what it is told to, else and finally run as in Python") {
  FakeRun program;
  program.system.load_errors["a.dll"] = 126;
  program.run(R"([
    {"try": [{"ctypes_load": "a.dll"}, {"print": "not this"}], "catch": "OSError",
     "except": [{"print": "{type} {error}: {message}"}], "else": [{"print": "nor this"}], "finally": [{"print": "f"}]},
    {"try": [], "except": [{"print": "no"}], "else": [{"print": "else"}]},
    {"try": [
       {"try": [{"raise": "inner"}], "catch": ["OSError", "ImportError"], "except": [{"print": "no"}],
        "finally": [{"print": "inner finally"}]}],
     "except": [{"print": "outer {message}"}]},
    {"try": [{"try": [{"load": "a.dll"}], "except": [{"reraise": true}]}], "except": [{"print": "again {error}"}]}
  ])");
  CHECK(
      program.system.output ==
      "FileNotFoundError 126: Could not find module 'a.dll' (or one of its dependencies). Try using the full path with "
      "constructor syntax.\nf\nelse\ninner finally\nouter inner\nagain 126\n");
}

TEST_CASE("an error in else is not caught by the same try") {
  FakeRun program;
  program.run(R"([{"try": [], "except": [{"print": "no"}], "else": [{"raise": "x"}]}])");
  CHECK(program.raised().at("message") == "x");
  CHECK(program.raised().at("type") == "RuntimeError");
  CHECK_FALSE(program.raised().contains("step"));
}

TEST_CASE("what is raised again keeps its error, its module and its step") {
  FakeRun program;
  program.system.load_errors["a.dll"] = 126;
  program.run(R"([{"sleep_ms": 1}, {"try": [{"load": "a.dll"}], "except": [{"sleep_ms": 1}, {"reraise": true}]}])");
  CHECK(program.raised().at("error") == 126);
  CHECK(program.raised().at("module") == "a.dll");
  CHECK(program.raised().at("step") == 2);
  CHECK(program.raised().at("pointer") == "/1/try/0");
}

TEST_CASE("a program can pass an error's number and module on in words of its own") {
  FakeRun program;
  program.system.load_errors["a.dll"] = 126;
  program.run(R"([{"try": [{"load": "a.dll"}],
                   "except": [{"raise": "no {path}", "type": "OSError", "error": "{error}", "module": "{path}"}]}])");
  CHECK(program.raised().at("error") == 126);
  CHECK(program.raised().at("module") == "a.dll");
  CHECK(program.raised().at("message") == "no a.dll");
}

TEST_CASE("globs run in the order of NTFS, and break leaves the innermost loop") {
  FakeRun program;
  for (const char* file : {"torch_cpu.dll", "c10.dll", "Torch.dll", "c10_cuda.dll", "torchx.dll", "note.txt"}) {
    program.system.files.insert(std::string("C:\\site\\lib\\") + file);
  }
  program.run(R"([{"for_each": "f", "in": {"glob": "{site}/lib/*.dll"}, "do": [{"print": "{f.name}"}]},
                  {"for_each": "f", "in": {"glob": "{site}/lib/*.dll", "order": "reverse"}, "do": [
                    {"for_each": "x", "in": [1, 2], "do": [{"break": true}]}, {"print": "{f.name} {x}"},
                    {"try": [{"break": true}], "finally": [{"print": "out"}]}]}])");
  CHECK(program.system.output == "c10.dll\nc10_cuda.dll\nTorch.dll\ntorchx.dll\ntorch_cpu.dll\ntorch_cpu.dll 1\nout\n");
}

TEST_CASE("a glob may have wildcards in folders, and can count") {
  FakeRun program;
  for (const char* file : {"v9.9\\bin\\x.dll", "v9.10\\bin\\x.dll", "v10.1\\bin\\x.dll", "v9.9\\bin\\y.dll"}) {
    program.system.files.insert(std::string("C:\\NVIDIA\\") + file);
  }
  program.run(
      R"([{"for_each": "f", "in": {"glob": "C:/NVIDIA/v9.*/bin/x*", "order": "newest"}, "do": [{"print": "{f}"}]},
                  {"if": {"exists": "C:/NVIDIA/v*/bin/y.dll"}, "then": [{"print": "y"}]}])");
  CHECK(program.system.output == "C:\\NVIDIA\\v9.10\\bin\\x.dll\nC:\\NVIDIA\\v9.9\\bin\\x.dll\ny\n");
}

TEST_CASE("loops over objects, lists in variables, and lists that grow") {
  FakeRun program;
  program.setup.parameters = {{"lib", "{site}/lib"},
                              {"libraries", Json::parse(R"([{"name": "a", "dlls": ["{lib}/1", "2"]}, "{special}"])")},
                              {"special", Json::parse(R"({"name": "b", "dlls": []})")}};
  program.run(R"([{"for_each": "library", "in": "{libraries}", "do": [
                    {"print": "{library.name}"}, {"append": "{library.dlls}", "to": "all"}]},
                  {"append": "3", "to": "all"}, {"path_front": ["{all}", "{site}/x"]},
                  {"if": {"contains": ["{all}", "2"]}, "then": [{"print": "two"}]},
                  {"if": {"contains": ["{lib}", "site"]}, "then": [{"print": "text"}]}])");
  CHECK(program.system.output == "a\nb\ntwo\ntext\n");
  CHECK(program.results.at("all") == Json::array({"C:\\site/lib/1", "2", "3"}));
  CHECK(program.system.variables.at("PATH") == "C:\\site\\lib\\1;2;3;C:\\site\\x");
}

TEST_CASE("PATH grows at either end as the real programs make it grow") {
  FakeRun program;
  program.run(R"([{"path_back": "C:/a"}, {"path_front": ["C:/b", "C:/c"]}, {"path_back": "C:/d"}])");
  CHECK(program.system.variables.at("PATH") == "C:\\b;C:\\c;C:\\a;C:\\d");
  FakeRun empty;
  empty.system.variables["PATH"] = "";
  empty.run(R"([{"path_back": "C:/a"}])");
  CHECK(empty.system.variables.at("PATH") == ";C:\\a");
}

TEST_CASE("environment variables are read, set and deleted") {
  FakeRun program;
  program.system.variables = {{"A", "1"}, {"B", "2"}};
  program.run(R"([{"get_environment": "A", "as": "a"}, {"get_environment": "X", "as": "x", "default": "{a}0"},
                  {"get_environment": "X", "as": "none"}, {"set_environment": {"B": null, "C": "{x}"}},
                  {"if": {"all": [{"environment": "C"}, {"not": {"environment": "B"}}]}, "then": [{"print": "so"}]}])");
  CHECK(program.results.at("x") == "10");
  CHECK(program.results.at("none").is_null());
  CHECK(program.system.variables == std::map<std::string, std::string>{{"A", "1"}, {"C", "10"}});
  CHECK(program.system.output == "so\n");
}

TEST_CASE("an environment variable may be set to a number, and not to a list") {
  FakeRun program;
  program.run(R"([{"set": {"n": 4, "none": null, "list": [1]}},
                  {"set_environment": {"OMP_NUM_THREADS": "{n}", "GONE": "{none}"}},
                  {"set_environment": {"LIST": "{list}"}}])");
  CHECK(program.system.variables == std::map<std::string, std::string>{{"OMP_NUM_THREADS", "4"}});
  CHECK(program.of_kind("begin").at(1).at("text") == "delete GONE");
  CHECK(program.raised().at("type") == "NameError");
  CHECK(program.raised().at("message") == "{list} is array and can't be part of a text");
}

TEST_CASE("find takes the first that is there, names within each folder in turn") {
  FakeRun program;
  program.system.files = {"C:\\b\\new.dll", "C:\\b\\old.dll", "C:\\c\\new.dll"};
  program.run(R"([{"find": {"names": ["newest.dll", "old.dll", "new.dll"], "in": ["C:/a", "C:/b"]}, "as": "one"},
                  {"find": ["C:/x.dll", "C:/c/n*.dll"], "as": "two"},
                  {"find": "C:/x.dll", "as": "three", "on_missing": "ignore"},
                  {"find": "C:/x.dll", "as": "four", "type": "DynamicLibNotFoundError", "message": "no {one.name}"}])");
  CHECK(program.results.at("one") == "C:\\b\\old.dll");
  CHECK(program.results.at("two") == "C:\\c\\new.dll");
  CHECK(program.results.at("three").is_null());
  CHECK(program.raised().at("type") == "DynamicLibNotFoundError");
  CHECK(program.raised().at("message") == "no old.dll");
  CHECK(program.raised().at("error") == 0);
}

TEST_CASE("an import loads the tagged extension by full path with the host's flags, then calls its init function") {
  FakeRun program;
  program.system.files = {"C:\\site\\torch\\_C.pyd", "C:\\site\\torch\\_C.cp312-win_amd64.pyd",
                          "C:\\site\\torch\\_C_flatbuffer.cp312-win_amd64.pyd"};
  program.run(R"([{"import": "torch._C"}])");
  CHECK(program.system.calls ==
        std::vector<std::string>{"LoadLibraryExW C:\\site\\torch\\_C.cp312-win_amd64.pyd 4352", "call PyInit__C"});
  program.system.files = {"C:\\site\\torch\\_C.pyd"};
  program.setup.extension_flags = 0;
  program.system.calls.clear();
  program.system.resident.clear();
  program.run(R"([{"import": "torch._C"}])");
  CHECK(program.system.calls.at(0) == "LoadLibraryW C:\\site\\torch\\_C.pyd 0");
}

TEST_CASE("a failed import has Python's own words") {
  FakeRun program;
  program.system.files = {"C:\\site\\torch\\_C.cp312-win_amd64.pyd"};
  program.system.load_errors["_C.cp312-win_amd64.pyd"] = 126;
  program.run(R"([{"import": "torch._C"}])");
  CHECK(program.raised().at("type") == "ImportError");
  CHECK(program.raised().at("message") ==
        "DLL load failed while importing _C: The specified module could not be found.");
  CHECK(program.raised().at("module") == "C:\\site\\torch\\_C.cp312-win_amd64.pyd");
  CHECK(program.raised().at("error") == 126);

  FakeRun absent;
  absent.run(R"([{"import": "torch._C"}])");
  CHECK(absent.raised().at("type") == "ModuleNotFoundError");
  CHECK(absent.raised().at("message") == "No module named 'torch._C'");
}

TEST_CASE("ctypes looks beside a path and in registered folders, for a bare name in registered folders alone") {
  FakeRun program;
  program.run(R"([{"ctypes_load": "a.dll"}, {"ctypes_load": "sub/b.dll"}, {"ctypes_load": "c.dll", "winmode": 0}])");
  CHECK(program.system.calls == std::vector<std::string>{"LoadLibraryExW a.dll 4096",
                                                         "LoadLibraryExW C:\\work\\sub\\b.dll 4352",
                                                         "LoadLibraryExW c.dll 0"});
  FakeRun failing;
  failing.system.load_errors["a.dll"] = 193;
  failing.run(R"([{"ctypes_load": "a.dll"}])");
  CHECK(failing.raised().at("message") == "[WinError 193] %1 is not a valid Win32 application");
}

TEST_CASE("exports are called in remembered and in resident modules, and their values remembered") {
  FakeRun program;
  program.system.exports = {{"version", 92700}, {"#3", 7}, {"minus", 0xFFFFFFFFFFFFFFFFU}};
  program.system.resident = {"C:\\x\\cudnn64_9.dll"};
  program.run(R"([{"get_handle": "cudnn64_9.dll", "as": "front"},
                  {"call": "version", "in": "front", "as": "v"},
                  {"call": {"ordinal": 3}, "in": "cudnn64_9.dll", "arguments": [4], "as": "n"},
                  {"call": "minus", "in": "front", "returns": "signed", "as": "m"},
                  {"call": "version", "in": "front", "returns": "text", "as": "t"},
                  {"call": "absent", "in": "front", "on_error": "ignore", "as": "a"},
                  {"call": "absent", "in": "front"}])");
  CHECK(program.results.at("v") == 92700);
  CHECK(program.results.at("n") == 11);
  CHECK(program.results.at("m") == -1);
  CHECK(program.results.at("t") == "text of version");
  CHECK(program.results.at("a").is_null());
  CHECK(program.results.at("a.error") == 127);
  CHECK(program.raised().at("type") == "AttributeError");
  CHECK(program.raised().at("message") == "function 'absent' not found");
  CHECK(program.raised().at("error") == 127);
  CHECK(program.raised().at("op") == "call");

  FakeRun nobody;
  nobody.run(R"([{"call": "f", "in": "x.dll"}])");
  CHECK(nobody.raised().at("error") == 126);
  CHECK(nobody.of_kind("begin").empty());
}

TEST_CASE("the search policy is set, and what was registered is taken back by its name") {
  FakeRun program;
  program.system.files = {"C:\\a\\x"};
  program.run(R"([{"add_dll_directory": "C:/a", "as": "a", "if_exists": true},
                  {"add_dll_directory": "C:/b", "if_exists": true}, {"remove_dll_directory": "a"},
                  {"set_default_dll_directories": ["SYSTEM32", "USER_DIRS"]}, {"set_dll_directory": ""},
                  {"set_dll_directory": null}, {"set_dll_directory": "C:/d"},
                  {"load": "x.dll", "as": "x"}, {"free": "x"}])");
  CHECK(program.system.calls == std::vector<std::string>{"add C:\\a", "remove C:\\a", "default 3072", "dll directory ",
                                                         "dll directory NULL", "dll directory C:\\d",
                                                         "LoadLibraryExW x.dll 0", "free x.dll"});
  FakeRun missing;
  missing.system.add_error = 2;
  missing.run(R"([{"add_dll_directory": "C:/a"}])");
  CHECK(missing.raised().at("type") == "FileNotFoundError");
  CHECK(missing.raised().at("message") == "[WinError 2] The system cannot find the file specified: 'C:\\\\a'");
}

TEST_CASE("the error mode before is remembered") {
  FakeRun program;
  program.run(R"([{"error_mode": 1, "as": "before"}, {"error_mode": "{before}", "as": "then"}])");
  CHECK(program.results.at("before") == 0);
  CHECK(program.results.at("then") == 1);
  CHECK(program.system.mode == 0);
}

TEST_CASE("exit ends the program through its finally blocks, and at once where it is told to") {
  FakeRun program;
  program.run(R"([{"try": [{"exit": 3}], "except": [{"print": "no"}], "finally": [{"print": "f"}]}, {"print": "no"}])");
  CHECK(program.end.kind == ProgramEnd::Kind::Exited);
  CHECK(program.end.exit_code == 3);
  CHECK(program.system.output == "f\n");
  CHECK(program.of_kind("end").empty());
  FakeRun at_once;
  at_once.run(R"([{"exit": "0xC0000005", "how": "terminate_process"}])");
  CHECK(at_once.system.calls.at(0) == "TerminateProcess 3221225477");
}

TEST_CASE("threads run operations of their own, and what they raise is a warning") {
  FakeRun program;
  program.run(R"([{"set": {"a": "x"}},
                  {"start_thread": [{"print": "{a}"}, {"set": {"a": "y"}}, {"raise": "gone"}], "as": "t"},
                  {"join": "t"}, {"print": "{a}"}, {"join": "t", "timeout_ms": 1}])");
  CHECK(program.system.output == "x\nx\n");
  CHECK(program.of_kind("warning").at(0).at("message") == "Exception in thread: RuntimeError: gone");
  CHECK(program.raised().at("type") == "TimeoutError");
  // Steps are numbered through, whichever thread they are in.
  CHECK(program.of_kind("begin").at(2).at("step") == 3);
}

TEST_CASE("a second probe gets the operations, and everything that is known as its parameters") {
  FakeRun program;
  program.setup.parameters = {{"odd", "{{x}"}};
  program.setup.parameters["odd"] = "{{x}}";
  program.system.process_answer.output = "C:\\found\r\n";
  program.system.process_answer.exit_code = 4;
  program.run(R"([{"set": {"dll": "cudart64_13.dll"}},
                  {"start_process": {"operations": [{"load": "{dll}"}]}, "as": "canary", "capture": true,
                   "timeout_ms": 10000}])");
  CHECK(program.results.at("canary") == 4);
  CHECK(program.results.at("canary.output") == "C:\\found");
  CHECK(program.system.last_process.timeout_ms == 10000);
  const JsonDocument document = JsonDocument::parse(program.system.last_process.plan, "plan");
  Diagnostics diagnostics;
  const Plan plan = parse_plan(JsonCursor(document, diagnostics));
  CHECK(describe(diagnostics) == "");
  CHECK(plan.setup.places.at("site") == "C:\\site");
  FakeRun child;
  child.setup = plan.setup;
  child.run(plan.steps);
  CHECK(child.system.calls.at(0) == "LoadLibraryExW cudart64_13.dll 0");
  CHECK(plan.setup.parameters.at("odd") == "{{x}}");
}

TEST_CASE("a second probe is what the host says of its children, and so are theirs") {
  const JsonDocument document = JsonDocument::parse(R"({"protocol": 1,
    "host": {"default_dll_directories": "0xC00",
             "child": {"executable": "C:\\prefix\\python.exe", "extension_flags": 8, "dll_directories": ["C:\\d"]}}})",
                                                    "plan.json");
  Diagnostics diagnostics;
  FakeRun program;
  program.setup = parse_plan(JsonCursor(document, diagnostics)).setup;
  program.run(R"([{"start_process": {"operations": [{"load": "a.dll"}]}}])");
  CHECK(program.system.last_process.program == "C:\\prefix\\python.exe");
  const JsonDocument inner = JsonDocument::parse(program.system.last_process.plan, "plan");
  const Plan plan = parse_plan(JsonCursor(inner, diagnostics));
  CHECK(describe(diagnostics) == "");
  CHECK(plan.setup.extension_flags == 8);
  FakeRun child;
  child.setup = plan.setup;
  child.run(plan.host);
  CHECK(child.system.calls == std::vector<std::string>{"add C:\\d"});
  child.run(R"([{"start_process": {"operations": []}}])");
  CHECK(child.system.last_process.program == "C:\\prefix\\python.exe");
}

TEST_CASE("a process that can't start or does not end is an error") {
  FakeRun program;
  program.system.process_answer.error = 2;
  program.run(R"([{"start_process": {"program": "C:/x.exe", "arguments": ["a b", "{site}"]}}])");
  CHECK(program.raised().at("type") == "FileNotFoundError");
  CHECK(program.system.last_process.program == "C:\\x.exe");
  CHECK(program.system.last_process.arguments == std::vector<std::string>{"a b", "C:\\site"});
  FakeRun slow;
  slow.system.process_answer.timed_out = true;
  slow.run(R"([{"start_process": {"program": "x.exe"}, "timeout_ms": 5, "on_error": "warn"}])");
  CHECK(slow.of_kind("warning").at(0).at("message") == "the process did not end within 5 ms");
}

TEST_CASE("conditions that have not come up yet") {
  FakeRun program;
  program.system.resident = {"C:\\x\\a.dll"};
  program.system.files = {"C:\\lib\\cudart64_13.dll"};
  program.system.machines = {{"C:\\lib\\x.dll", "arm64"}};
  program.run(R"([
    {"if": {"resident": "A.DLL"}, "then": [{"print": "resident"}]},
    {"if": {"exists": "cudart64*.dll", "in": ["C:/none", "C:/lib"]}, "then": [{"print": "there"}]},
    {"if": {"machine_of": "C:/lib/x.dll", "is": "arm64"}, "then": [{"print": "arm64"}]},
    {"if": {"machine_of": "C:/lib/none.dll", "is": "x64"}, "then": [], "else": [{"print": "no image"}]},
    {"if": {"any": [false, {"equals": [7, "7"]}]}, "then": [{"print": "same"}]},
    {"if": {"equals": ["a", "b"]}, "else": [{"print": "other"}]}])");
  CHECK(program.system.output == "resident\nthere\narm64\nno image\nsame\nother\n");
}

TEST_CASE("values that are not there or of the wrong kind are errors of the program") {
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {R"([{"print": "{nobody}"}])", "nothing is known as {nobody}"},
           {R"([{"get_environment": "X", "as": "x"}, {"print": "a{x}"}])", "{x} is null and can't be part of a text"},
           {R"([{"set": {"x": {"a": 1}}}, {"print": "{x.b}"}])", "{x.b} has no value: nothing is known as \"b\" there"},
           {R"([{"set": {"x": "y"}}, {"sleep_ms": "{x}"}])", "\"y\" is no number from 0"},
           {R"([{"set": {"x": "y"}}, {"append": 1, "to": "x"}])", "{x} is string, not a list"},
           {R"([{"set": {"x": "y"}}, {"free": "x"}])", "{x} holds no handle"},
           {R"([{"set": {"x": [1, 2, 3, 4, 5]}}, {"get_handle": "x.dll", "as": "h", "on_error": "ignore"},
                {"call": "f", "in": "h", "arguments": "{x}"}])",
            "call takes 4 arguments at most, here are 5"},
           {R"([{"reraise": true}])", "there is no error to raise again: \"reraise\" belongs into an \"except\""},
           {R"([{"set": {"x": 1}}, {"for_each": "y", "in": "{x}", "do": []}])", "\"in\" is number, not a list"}}) {
    FakeRun program;
    program.run(text);
    INFO(text);
    CHECK(program.raised().at("type") == "NameError");
    CHECK(program.raised().at("message") == message);
  }
}

TEST_CASE("parameters may name each other in any order, but not in a circle") {
  FakeRun program;
  program.setup.parameters = {{"a", "{b}/x"}, {"b", "{site}/y"}};
  program.run(R"([{"print": "{a}"}])");
  CHECK(program.system.output == "C:\\site/y/x\n");
  program.setup.parameters = {{"a", "{b}"}, {"b", Json::array({"{a}"})}};
  CHECK_THROWS_AS(program.run(R"([])"), UnknownName);
}

TEST_CASE("a plan's host becomes operations of the first phase") {
  const JsonDocument document = JsonDocument::parse(R"({"protocol": 1,
    "host": {"default_dll_directories": "0xC00", "dll_directories": ["C:\\a{b}"], "set_dll_directory": "",
             "extension_flags": 8}})",
                                                    "plan.json");
  Diagnostics diagnostics;
  const Plan plan = parse_plan(JsonCursor(document, diagnostics));
  CHECK(describe(diagnostics) == "");
  CHECK(plan.setup.extension_flags == 8);
  FakeRun program;
  program.run(plan.host);
  CHECK(program.system.calls == std::vector<std::string>{"default 3072", "add C:\\a{b}", "dll directory "});
  CHECK(program.of_kind("begin").at(1).at("pointer") == "/host/dll_directories/0");
}

TEST_CASE("a plan of another protocol, or with unknown members, is refused") {
  const JsonDocument document =
      JsonDocument::parse(R"({"protocol": 2, "step": [], "loader": [{"x": 1}]})", "plan.json");
  Diagnostics diagnostics;
  parse_plan(JsonCursor(document, diagnostics));
  const std::string faults = describe(diagnostics);
  CHECK(faults.find("this program speaks protocol 1, not 2") != std::string::npos);
  CHECK(faults.find("unknown key \"step\"; did you mean \"steps\"?") != std::string::npos);
  CHECK(faults.find("there is no operation \"x\"") != std::string::npos);
}

}  // namespace
}  // namespace dllrepro::loader

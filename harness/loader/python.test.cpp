// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>

#include "harness/loader/fake_system.hpp"
#include "harness/loader/python.hpp"

namespace dllrepro::loader {
namespace {

const std::vector<std::string> k_os_error{"OSError", "Exception", "BaseException"};
const std::vector<std::string> k_import_error{"ImportError", "Exception", "BaseException"};

/// As Wine 8.0 words them.
std::string system_text(std::uint32_t error) {
  return error == 126 ? "Module not found.\r\n" : error == 193 ? "Bad EXE format for %1.\r\n" : "";
}

TEST_CASE("an OSError of torch's names its DLL, and its text is Windows' own") {
  PythonException exception;
  exception.type = "OSError";
  exception.bases = k_os_error;
  exception.winerror = 126;
  exception.message =
      R"([WinError 126] Module not found. Error loading "C:\t\lib\shm.dll" or one of its dependencies.)";
  const Raised raised = raised_in_python(exception, system_text);
  CHECK(raised.error == 126);
  CHECK(raised.module == R"(C:\t\lib\shm.dll)");
  CHECK(raised.is_of_load);
  CHECK(
      raised.message ==
      R"([WinError 126] The specified module could not be found. Error loading "C:\t\lib\shm.dll" or one of its dependencies.)");
  CHECK(raised.error_text == "The specified module could not be found.");
}

TEST_CASE("the error of an extension's import is found by the text that its message ends with") {
  PythonException exception;
  exception.type = "ImportError";
  exception.bases = k_import_error;
  exception.path = R"(C:\t\_C.pyd)";
  for (const auto& [message, error] : std::vector<std::pair<std::string, std::uint32_t>>{
           {"DLL load failed while importing _C: Module not found.", 126},
           {"DLL load failed while importing _C: Bad EXE format for %1.", 193},
           {"DLL load failed while importing _C: The specified procedure could not be found.", 127},
           {"DLL load failed with error code 3221225595 while importing _C", 3221225595U}}) {
    INFO(message);
    exception.message = message;
    const Raised raised = raised_in_python(exception, system_text);
    CHECK(raised.error == error);
    CHECK(raised.module == exception.path);
    CHECK(raised.is_of_load);
  }
  exception.message = "cannot import name 'x' from 'y'";
  const Raised other = raised_in_python(exception, system_text);
  CHECK(other.error == 0);
  CHECK_FALSE(other.is_of_load);
}

TEST_CASE("a module that is not there is told as the operation `import` tells it") {
  PythonException exception;
  exception.type = "ModuleNotFoundError";
  exception.bases = {"ModuleNotFoundError", "ImportError", "Exception", "BaseException"};
  exception.name = "torch._C";
  exception.message = "No module named 'torch._C'";
  const Raised raised = raised_in_python(exception, system_text);
  CHECK(raised.error == 2);
  CHECK(raised.module == "torch._C");
  CHECK(raised.is_of_load);
}

TEST_CASE("ctypes' errors name what it was asked for") {
  PythonException missing;
  missing.type = "FileNotFoundError";
  missing.bases = {"FileNotFoundError", "OSError", "Exception", "BaseException"};
  missing.message =
      "Could not find module 'C:\\x.dll' (or one of its dependencies). Try using the full path with "
      "constructor syntax.";
  const Raised not_found = raised_in_python(missing, system_text);
  CHECK(not_found.error == 126);
  CHECK(not_found.module == "C:\\x.dll");
  CHECK(not_found.is_of_load);

  PythonException broken;
  broken.type = "OSError";
  broken.bases = k_os_error;
  broken.winerror = 193;
  broken.asked_of_ctypes = "C:\\x.dll";
  broken.message = "[WinError 193] Bad EXE format for %1";
  const Raised not_an_image = raised_in_python(broken, system_text);
  CHECK(not_an_image.module == "C:\\x.dll");
  CHECK(not_an_image.message == "[WinError 193] %1 is not a valid Win32 application");
  CHECK(not_an_image.is_of_load);
}

TEST_CASE("a RuntimeError of cuda-pathfinder's tells file and error in its text") {
  PythonException exception;
  exception.type = "RuntimeError";
  exception.bases = {"RuntimeError", "Exception", "BaseException"};
  exception.message = "Failed to load DLL at C:\\s p\\nvrtc64_130_0.dll: Windows error 193";
  const Raised raised = raised_in_python(exception, system_text);
  CHECK(raised.error == 193);
  CHECK(raised.module == "C:\\s p\\nvrtc64_130_0.dll");
  CHECK(raised.is_of_load);
}

TEST_CASE("an error of files is none of a load") {
  PythonException exception;
  exception.type = "FileNotFoundError";
  exception.bases = {"FileNotFoundError", "OSError", "Exception", "BaseException"};
  exception.winerror = 3;
  exception.file_name = "C:\\none";
  exception.message = "[WinError 3] Path not found: 'C:\\\\none'";
  const Raised raised = raised_in_python(exception, system_text);
  CHECK(raised.error == 3);
  CHECK(raised.module == "C:\\none");
  CHECK_FALSE(raised.is_of_load);
}

/// An interpreter that answers what it is told to.
class ScriptedPython : public FakeSystem {
 public:
  PythonAnswer answer;
  std::vector<PythonRequest> requests;
  PythonAnswer run_python(const PythonRequest& request) override {
    requests.push_back(request);
    return answer;
  }
};

struct PythonRun {
  ScriptedPython system;
  std::vector<Json> events;
  ProgramEnd end;
  Json results;
  void run(const std::string& operations) {
    const JsonDocument document = JsonDocument::parse(operations, "test.json");
    Diagnostics diagnostics;
    const auto list = parse_operations(JsonCursor(document, diagnostics));
    REQUIRE(diagnostics.empty());
    const ProgramSetup setup{{{"site", "C:\\site"}}, {}};
    Interpreter interpreter(system, [this](const Json& event) { events.push_back(event); }, setup);
    end = interpreter.run("steps", list);
    results = interpreter.results();
  }
};

TEST_CASE("code is one text or a list of lines, names in braces are values, and `as` asks for the value") {
  PythonRun python;
  python.system.answer.kind = PythonAnswer::Kind::Done;
  python.system.answer.value = Json{1, "x"};
  python.run(R"([{"python": ["a = r'{site}/x'", "b = {{}}"], "as": "what"}, {"python": "x"},
                 {"python_file": "{site}/run.py"}])");
  REQUIRE(python.system.requests.size() == 3);
  CHECK(python.system.requests[0].code == "a = r'C:\\site/x'\nb = {}\n");
  CHECK(python.system.requests[0].name == "<0>");
  CHECK(python.system.requests[0].wants_value);
  CHECK_FALSE(python.system.requests[1].wants_value);
  CHECK(python.system.requests[2].file == "C:\\site\\run.py");
  CHECK(python.results.at("what") == Json{1, "x"});
  CHECK(python.events.at(1).at("text") == "a = r'C:\\site/x' ...");
  CHECK(python.events.at(2).at("value") == Json{1, "x"});
}

TEST_CASE("a value that is no text goes into code as Python writes it, and code may remember by itself") {
  PythonRun python;
  python.system.answer.kind = PythonAnswer::Kind::Done;
  python.system.answer.remembered = {{"cudart", "C:\\x.dll"}, {"cudart.found_via", nullptr}};
  python.run(
      R"([{"set": {"all": ["a", 1, null, true], "one": "a'b"}}, {"python": "for x in {all}: r'{one}' + r'{all}'"}])");
  CHECK(python.system.requests[0].code == "for x in ['a', 1, None, True]: r'a'b' + r'['a', 1, None, True]'");
  CHECK(python.results.at("cudart") == "C:\\x.dll");
  CHECK(python.results.at("cudart.found_via").is_null());
}

TEST_CASE("what Python raises is caught by its base classes, and ends the program when nothing catches it") {
  PythonRun python;
  python.system.answer.kind = PythonAnswer::Kind::Raised;
  python.system.answer.exception.number = 7;
  python.system.answer.exception.type = "DynamicLibUnknownError";
  python.system.answer.exception.bases = {"DynamicLibUnknownError", "DynamicLibNotFoundError", "RuntimeError"};
  python.system.answer.exception.message = "unknown";
  python.system.answer.exception.traceback = "Traceback";
  python.run(R"([{"try": [{"python": "f"}], "catch": "DynamicLibNotFoundError",
                  "except": [{"set": {"seen": "{type}: {message}"}}]},
                 {"python": "f", "on_error": "ignore"},
                 {"try": [{"python": "f"}], "catch": "OSError", "except": [{"set": {"wrong": true}}]}])");
  CHECK(python.results.at("seen") == "DynamicLibUnknownError: unknown");
  CHECK_FALSE(python.results.contains("wrong"));
  CHECK(python.end.kind == ProgramEnd::Kind::Raised);
  CHECK(python.end.exception == 7);
  const Json& raised = python.events.back();
  CHECK(raised.at("event") == "raised");
  CHECK(raised.at("type") == "DynamicLibUnknownError");
  CHECK(raised.at("traceback") == "Traceback");
  CHECK_FALSE(raised.contains("of_load"));
}

TEST_CASE("SystemExit ends the program with its code, past every except") {
  PythonRun python;
  python.system.answer.kind = PythonAnswer::Kind::Exited;
  python.system.answer.exit_code = 3;
  python.run(R"([{"try": [{"python": "raise SystemExit"}], "except": [{"set": {"wrong": 1}}],
                  "finally": [{"set": {"seen": 1}}]}])");
  CHECK(python.end.kind == ProgramEnd::Kind::Exited);
  CHECK(python.end.exit_code == 3);
  CHECK(python.results.contains("seen"));
  CHECK_FALSE(python.results.contains("wrong"));
}

TEST_CASE("a host without an interpreter says so") {
  FakeRun run;
  run.run(R"([{"python": "1"}])");
  CHECK(run.raised().at("message") == "this host runs no Python");
}

TEST_CASE("a second probe has an interpreter where its operations use it") {
  PythonRun python;
  const auto host_of_child = [&](const std::string& operations) {
    const JsonDocument document = JsonDocument::parse(operations, "test.json");
    Diagnostics diagnostics;
    const auto list = parse_operations(JsonCursor(document, diagnostics));
    ProgramSetup setup{{{"site", "C:\\site"}}, {}};
    setup.python = "C:\\Python";
    Interpreter(python.system, [](const Json&) {}, setup).run("steps", list);
    return Json::parse(python.system.last_process.plan).at("host");
  };
  CHECK(
      host_of_child(R"([{"start_process": {"operations": [{"if": true, "then": [{"python": "1"}]}]}}])").at("python") ==
      "C:\\Python");
  CHECK_FALSE(host_of_child(R"([{"start_process": {"operations": [{"print": "x"}]}}])").contains("python"));
}

TEST_CASE("the first step that needs an interpreter is found in blocks and in processes") {
  const auto first = [](const std::string& operations) {
    const JsonDocument document = JsonDocument::parse(operations, "test.json");
    Diagnostics diagnostics;
    const auto list = parse_operations(JsonCursor(document, diagnostics));
    const Operation* found = first_python_step(list);
    return found == nullptr ? std::string("none") : found->location.pointer;
  };
  CHECK(first(R"([{"print": "x"}, {"if": true, "then": [{"python": "1"}]}])") == "/1/then/0");
  CHECK(first(R"([{"start_process": {"operations": [{"python_file": "x"}]}}])") == "/0");
  CHECK(first(R"([{"print": "python"}, {"set": {"python": 1}}])") == "none");
}

}  // namespace
}  // namespace dllrepro::loader

// SPDX-License-Identifier: MIT
// The operation `lookup` by the shipped catalog, on a system made of tables; what real processes answer is told by
// scenarios/pathfinder.
#include <algorithm>

#include <fmt/format.h>
#include <catch2/catch_test_macros.hpp>

#include "harness/loader/fake_system.hpp"
#include "harness/loader/lookup/catalog.hpp"
#include "harness/loader/plan.hpp"

namespace dllrepro::loader {
namespace {

constexpr const char* k_cu13 = "C:\\site\\nvidia\\cu13\\bin\\x86_64\\";

const lookup::Catalog& shipped() {
  static const lookup::Catalog catalog = [] {
    const JsonDocument document = JsonDocument::read("fixtures/catalogs/cuda-pathfinder.json");
    Diagnostics faults;
    lookup::Catalog parsed = lookup::Catalog::parse(JsonCursor(document, faults));
    REQUIRE(describe(faults).empty());
    return parsed;
  }();
  return catalog;
}

/// A program that looks libraries up in one release.
struct LookUp : FakeRun {
  explicit LookUp(const std::string& release) {
    setup.catalogs["cuda-pathfinder"][release] = *shipped().release(release);
    setup.parameters["release"] = release;
    system.variables = {{"PATH", "C:\\Windows"}};
  }
  void ask(const std::string& library, const std::string& more = "") {
    run(R"([{"lookup": ")" + library + R"(", "catalog": "cuda-pathfinder", "release": "{release}", "as": "found")" +
        more + "}]");
  }
  void add(const std::string& file) { system.files.insert(file); }
};

TEST_CASE("a library of a wheel is loaded by its path, and the result tells where from") {
  LookUp program("1.9.1");
  program.add(std::string(k_cu13) + "cudart64_13.dll");
  program.ask("cudart");
  CHECK(program.raised().is_null());
  CHECK(program.results.at("found") == std::string(k_cu13) + "cudart64_13.dll");
  CHECK(program.results.at("found.found_via") == "site-packages");
  CHECK(program.results.at("found.already_loaded") == false);
  CHECK(program.results.at("found.same_object") == false);
  CHECK(program.results.at("found.slashes") == "backward");
  CHECK(program.system.calls.back() == std::string("LoadLibraryExW ") + k_cu13 + "cudart64_13.dll 4352");
  CHECK(program.system.registered.empty());
}

TEST_CASE("what was loaded for another library is not the program's object until it asks for it") {
  LookUp program("1.9.1");
  program.add(std::string(k_cu13) + "cublasLt64_13.dll");
  program.add(std::string(k_cu13) + "cublas64_13.dll");
  program.ask("cublas");
  program.run(R"([{"lookup": "cublasLt", "catalog": "cuda-pathfinder", "release": "{release}", "as": "first"},
                  {"lookup": "cublasLt", "catalog": "cuda-pathfinder", "release": "{release}", "as": "second"}])");
  CHECK(program.results.at("first.same_object") == false);
  CHECK(program.results.at("second.same_object") == true);
}

TEST_CASE("older releases write the table's slashes, and their results have no label") {
  LookUp program("1.2.0");
  program.add(std::string(k_cu13) + "nvrtc64_130_0.dll");
  program.ask("nvrtc");
  CHECK(program.results.at("found") == "C:\\site\\nvidia/cu13/bin/x86_64\\nvrtc64_130_0.dll");
  CHECK(program.results.at("found.slashes") == "mixed");
  CHECK(program.results.at("found.found_via").is_null());
  CHECK(program.system.registered == std::vector<std::string>{"C:\\site\\nvidia/cu13/bin/x86_64"});
  CHECK(program.system.variables.at("PATH") == "C:\\Windows;C:\\site\\nvidia/cu13/bin/x86_64");
}

TEST_CASE("CUPTI 2026.1.2 is known from 1.8.5 on, and by a pattern in 1.1.0 and from 1.4.1 to 1.7.0") {
  for (const std::string& release : shipped().releases()) {
    INFO(release);
    LookUp program(release);
    program.add(fmt::format("{}cupti64_2026.1.2.dll", k_cu13));
    const Json libraries = shipped().release(release)->at("libraries");
    if (libraries.contains("cupti")) {
      for (const Json& name : libraries.at("cupti").at("dlls")) {
        program.system.bare_errors[name.get<std::string>()] = 126;
      }
    }
    program.ask("cupti", R"(, "on_error": "ignore")");
    const auto at = [&](const char* other) {
      const auto& all = shipped().releases();
      return std::find(all.begin(), all.end(), other) - all.begin();
    };
    const auto here = at(release.c_str());
    const bool found = here == at("1.1.0") || (here >= at("1.4.1") && here <= at("1.7.0")) || here >= at("1.8.5");
    CHECK(program.results.at("found").is_string() == found);
  }
}

TEST_CASE("a name is refused in the words of its release") {
  LookUp unknown("1.9.1");
  unknown.ask("it's");
  CHECK(unknown.raised().at("type") == "DynamicLibUnknownError");
  CHECK(unknown.raised().at("message").get<std::string>().starts_with(
      "Unknown library name: \"it's\". Known names: ['cublas', 'cublasLt', 'cublasmp', 'cuda', 'cudart', "));
  LookUp elsewhere("1.9.1");
  elsewhere.ask("nccl");
  CHECK(elsewhere.raised().at("type") == "DynamicLibNotAvailableError");
  LookUp older("1.3.5");
  older.ask("nccl");
  CHECK(older.raised().at("type") == "ValueError");
  LookUp oldest("1.0.0");
  oldest.ask("nccl");
  CHECK(oldest.raised().at("message") == "Failure finding \"nccl*.dll\": No such file: nccl*.dll\n");
  LookUp absent("0.0.0");
  absent.ask("cudart");
  CHECK(absent.raised().at("type") == "AttributeError");
}

TEST_CASE("the process's machine decides: 32 bits are refused, arm64 has folders of its own") {
  LookUp small("1.5.0");
  small.system.own_machine = "x86";
  small.ask("cudart");
  CHECK(small.raised().at("message") ==
        "cuda.pathfinder.load_nvidia_dynamic_lib() requires 64-bit Python. Currently running: 32-bit Python 3.12");
  LookUp newer("1.6.1");
  newer.system.own_machine = "x86";
  newer.ask("cudart");
  CHECK(newer.raised().at("type") == "UnsupportedArchError");
  LookUp arm("1.9.1");
  arm.system.own_machine = "arm64";
  arm.add("C:\\site\\nvidia\\cu13\\bin\\arm64\\cudart64_13.dll");
  arm.add(std::string(k_cu13) + "cudart64_13.dll");
  arm.ask("cudart");
  CHECK(arm.results.at("found") == "C:\\site\\nvidia\\cu13\\bin\\arm64\\cudart64_13.dll");
  LookUp cudla("1.9.1");
  cudla.ask("cudla", R"(, "on_error": "ignore")");
  CHECK(cudla.results.at("found.type") == "DynamicLibNotAvailableError");
}

TEST_CASE("nothing found is told with every folder that was looked into") {
  LookUp program("1.9.1");
  program.add(std::string(k_cu13) + "b.dll");
  program.add(std::string(k_cu13) + "A.dll");
  program.system.bare_errors = {{"cudart64_12.dll", 126}, {"cudart64_13.dll", 126}};
  program.ask("cudart");
  CHECK(program.raised().at("type") == "DynamicLibNotFoundError");
  CHECK(program.raised().at("error") == 0);
  CHECK(program.raised().at("message") ==
        "Failure finding \"known cudart DLL\": No such file: known cudart DLL, No such file: known cudart DLL\n"
        "  listdir(\"C:\\site\\nvidia\\cu13\\bin\\x86_64\"):\n    A.dll\n    b.dll");
}

TEST_CASE("a file that can't be loaded ends the look-up as a load error of that file") {
  LookUp program("1.9.1");
  program.add(std::string(k_cu13) + "cudart64_13.dll");
  program.system.load_errors = {{"cudart64_13.dll", 193}};
  program.ask("cudart");
  const Json raised = program.raised();
  CHECK(raised.at("type") == "RuntimeError");
  CHECK(raised.at("error") == 193);
  CHECK(raised.at("module") == std::string(k_cu13) + "cudart64_13.dll");
  CHECK(raised.at("message") == std::string("Failed to load DLL at ") + k_cu13 + "cudart64_13.dll: Windows error 193");
  // The step is the load itself, so that the outcome is a load error.
  const auto begun = program.of_kind("begin");
  const auto step = std::find_if(begun.begin(), begun.end(),
                                 [&](const Json& begin) { return begin.at("step") == raised.at("step"); });
  REQUIRE(step != begun.end());
  CHECK(step->at("op") == "load");
}

TEST_CASE("an optional dependency that is not found does not matter, a needed one does") {
  LookUp program("1.9.1");
  program.add("C:\\site\\nvidia\\cudnn\\bin\\cudnn64_9.dll");
  program.add(std::string(k_cu13) + "cublasLt64_13.dll");
  program.system.machines["C:\\site\\nvidia\\cudnn\\bin\\cudnn64_9.dll"] = "x64";
  for (const char* name : {"nvrtc64_130_0.dll", "nvrtc64_120_0.dll"}) {
    program.system.bare_errors[name] = 126;
  }
  program.ask("cudnn");
  CHECK(program.raised().is_null());
  CHECK(program.system.registered == std::vector<std::string>{"C:\\site\\nvidia\\cudnn\\bin"});

  LookUp missing("1.9.1");
  missing.add("C:\\site\\nvidia\\cudnn\\bin\\cudnn64_9.dll");
  for (const char* name : {"cublasLt64_13.dll", "cublasLt64_12.dll"}) {
    missing.system.bare_errors[name] = 126;
  }
  missing.ask("cudnn");
  CHECK(missing.raised().at("message").get<std::string>().starts_with("Failure finding \"known cublasLt DLL\""));
}

TEST_CASE("a result is given again as it is, failures are not remembered, and the first toolkit holds") {
  LookUp program("1.9.1");
  program.add("C:\\a\\bin\\cudart64_12.dll");
  program.add("C:\\b\\bin\\nvrtc64_120_0.dll");
  for (const char* name : {"cudart64_13.dll", "cudart64_12.dll", "nvrtc64_130_0.dll", "nvrtc64_120_0.dll"}) {
    program.system.bare_errors[name] = 126;
  }
  program.run(R"([
    {"set_environment": {"CUDA_PATH": "C:\\a"}},
    {"lookup": "cudart", "catalog": "cuda-pathfinder", "release": "{release}"},
    {"lookup": "cudart", "catalog": "cuda-pathfinder", "release": "{release}", "as": "again"},
    {"set_environment": {"CUDA_PATH": "C:\\b"}},
    {"lookup": "nvrtc", "catalog": "cuda-pathfinder", "release": "{release}", "on_error": "ignore"}
  ])");
  CHECK(program.results.at("cudart") == "C:\\a\\bin\\cudart64_12.dll");
  CHECK(program.results.at("cudart.found_via") == "CUDA_PATH");
  CHECK(program.results.at("again") == "C:\\a\\bin\\cudart64_12.dll");
  CHECK(program.results.at("again.same_object") == true);
  CHECK(program.results.at("nvrtc").is_null());
}

TEST_CASE("variables that disagree are warned of once, unless they mean the same folder") {
  LookUp program("1.9.1");
  program.system.bare_errors = {{"cudart64_13.dll", 126}, {"cudart64_12.dll", 126}};
  program.system.variables["CUDA_PATH"] = "C:\\a";
  program.system.variables["CUDA_HOME"] = "C:\\b";
  program.ask("cudart", R"(, "on_error": "ignore")");
  REQUIRE(program.of_kind("warning").size() == 1);
  CHECK(program.of_kind("warning").at(0).at("message") ==
        "Multiple CUDA environment variables are set but differ:\n  CUDA_PATH=C:\\a\n"
        "  CUDA_HOME=C:\\b\nUsing CUDA_PATH (highest priority).");
  CHECK(program.of_kind("warning").at(0).at("category") == "UserWarning");
  LookUp same("1.9.1");
  same.system.bare_errors = program.system.bare_errors;
  same.system.variables["CUDA_PATH"] = "C:\\a";
  same.system.variables["CUDA_HOME"] = "c:/a/";
  same.ask("cudart", R"(, "on_error": "ignore")");
  CHECK(same.of_kind("warning").empty());
}

TEST_CASE("a folder that can't be registered is a warning since 1.6.1, and PATH has it all the same") {
  for (const char* release : {"1.6.0", "1.6.1"}) {
    LookUp program(release);
    program.add(std::string(k_cu13) + "cufft64_12.dll");
    program.system.add_error = 87;
    program.ask("cufft");
    CHECK(program.of_kind("warning").size() == (release == std::string("1.6.1") ? 1 : 0));
    CHECK(program.system.variables.at("PATH").ends_with("x86_64"));
  }
}

TEST_CASE("the canary's child looks for the neighbour, and the toolkit above it is searched") {
  LookUp program("1.9.1");
  program.add("C:\\cuda\\nvvm\\bin\\x64\\nvvm70.dll");
  program.system.machines["C:\\cuda\\nvvm\\bin\\x64\\nvvm70.dll"] = "x64";
  for (const char* name : {"nvvm70.dll", "nvvm64_40_0.dll", "nvvm64.dll"}) {
    program.system.bare_errors[name] = 126;
  }
  program.system.process_answer.output =
      "noise\n{\"status\": \"ok\", \"abs_path\": \"C:\\\\cuda\\\\bin\\\\x64\\\\cudart64_13.dll\"}\n\n";
  program.ask("nvvm");
  CHECK(program.raised().is_null());
  CHECK(program.results.at("found") == "C:\\cuda\\nvvm\\bin\\x64\\nvvm70.dll");
  CHECK(program.results.at("found.found_via") == "system-ctk-root");
  const ProcessRequest& request = program.system.last_process;
  CHECK(request.working_folder == "C:\\site");
  CHECK(request.timeout_ms == 10000);
  const JsonDocument document = JsonDocument::parse(request.plan, "plan.json");
  Diagnostics faults;
  const Plan plan = parse_plan(JsonCursor(document, faults));
  CHECK(describe(faults).empty());
  REQUIRE(plan.steps.size() == 1);
  CHECK(plan.steps[0].verb == "lookup");
  CHECK(plan.setup.catalogs.at("cuda-pathfinder").contains("1.9.1"));
}

TEST_CASE("a canary that fails does so in the words of its release") {
  const auto message_of = [](const std::string& release, const ProcessAnswer& answer) {
    LookUp program(release);
    for (const char* name : {"nvvm70.dll", "nvvm64_40_0.dll", "nvvm64.dll"}) {
      program.system.bare_errors[name] = 126;
    }
    program.system.process_answer = answer;
    program.ask("nvvm");
    return program.raised().at("type").get<std::string>() + ": " + program.raised().at("message").get<std::string>();
  };
  ProcessAnswer late;
  late.timed_out = true;
  ProcessAnswer bad;
  bad.exit_code = 3;
  bad.errors = "Traceback\n";
  ProcessAnswer other;
  other.output = "[1]\n";
  ProcessAnswer absent;
  absent.error = 2;
  CHECK(message_of("1.9.1", late) ==
        "ChildProcessError: Canary probe child process timed out after 10.0 seconds.\n"
        "--- stderr-from-child-process ---\n<end-of-stderr-from-child-process>\n");
  CHECK(message_of("1.9.1", bad) ==
        "ChildProcessError: Canary probe child process exited with code 3.\n"
        "--- stderr-from-child-process ---\nTraceback\n<end-of-stderr-from-child-process>\n");
  CHECK(message_of("1.9.1", other) ==
        "RuntimeError: Canary probe child process emitted unexpected payload for 'cudart': [1]");
  CHECK(message_of("1.9.1", ProcessAnswer{}) ==
        "RuntimeError: Canary probe child process produced no stdout payload for 'cudart'");
  CHECK(message_of("1.9.1", absent) == "FileNotFoundError: [WinError 2] The system cannot find the file specified");
  CHECK(message_of("1.4.0", late).starts_with("ChildProcessError: Child process exited with code -9.\n"));
  CHECK(message_of("1.4.0", bad).starts_with("ChildProcessError: Child process exited with code -999.\n"));
}

TEST_CASE("a spawned child of a program without a guard runs the program once more, and starts none itself") {
  LookUp program("1.4.0");
  for (const char* name : {"nvvm70.dll", "nvvm64_40_0.dll", "nvvm64.dll"}) {
    program.system.bare_errors[name] = 126;
  }
  program.setup.program = {{"loader", Json::array({{{"print", "loader"}}})},
                           {"steps", Json::array({{{"print", "steps"}}})}};
  program.system.process_answer.output = "printed by the program\n\x01result null\n";
  program.ask("nvvm", R"(, "on_error": "ignore", "switches": {"canary": {"program_is_guarded": false}})");
  CHECK(program.system.output == "printed by the program\n");
  CHECK(program.results.at("found.type") == "DynamicLibNotFoundError");
  const Json plan = Json::parse(program.system.last_process.plan);
  CHECK(plan.at("started_again") == true);
  CHECK(plan.at("loader").size() == 1);
  CHECK(plan.at("steps").size() == 2);

  LookUp child("1.4.0");
  child.system.bare_errors = program.system.bare_errors;
  child.setup.started_again = true;
  child.ask("nvvm");
  CHECK(child.raised().at("type") == "RuntimeError");
  CHECK(child.raised().at("message").get<std::string>().starts_with("An attempt has been made to start a new process"));
}

TEST_CASE("a child answers its parent with one line, whether it found the library or not") {
  LookUp found("1.9.1");
  found.run(R"([{"lookup": "cudart", "catalog": "cuda-pathfinder", "release": "1.9.1", "answers_parent": true,
                 "switches": {"steps": ["native"], "checks": []}}])");
  CHECK(found.system.output == "{\"status\":\"ok\",\"abs_path\":\"cudart64_13.dll\"}\n");
  LookUp missing("1.4.0");
  missing.system.bare_errors = {{"cudart64_13.dll", 126}, {"cudart64_12.dll", 126}};
  missing.run(R"([{"lookup": "cudart", "catalog": "cuda-pathfinder", "release": "1.4.0", "answers_parent": true,
                   "switches": {"steps": ["native"]}, "on_error": "ignore"}])");
  CHECK(missing.system.output == "\x01result null\n");
}

TEST_CASE("switches change one look-up alone, and are checked when the program is read") {
  LookUp program("1.9.1");
  program.add("C:\\user\\Python312\\site-packages\\nvidia\\cu13\\bin\\x86_64\\cudart64_13.dll");
  program.add(std::string(k_cu13) + "cudart64_13.dll");
  program.ask("cudart", R"(, "switches": {"wheels": {"roots": ["{prefix}", "{site}"]}})");
  CHECK(program.results.at("found") == std::string(k_cu13) + "cudart64_13.dll");
  LookUp wrong("1.9.1");
  CHECK_THROWS_AS(wrong.ask("cudart", R"(, "switches": {"weels": {}})"), BadInput);
}

TEST_CASE("a program that names a release which it does not carry says so") {
  LookUp program("1.9.1");
  program.run(R"([{"lookup": "cudart", "catalog": "cuda-pathfinder", "release": "1.9.0"}])");
  CHECK(program.raised().at("message") == "this program has no release \"1.9.0\" of the catalog \"cuda-pathfinder\"");
}

}  // namespace
}  // namespace dllrepro::loader

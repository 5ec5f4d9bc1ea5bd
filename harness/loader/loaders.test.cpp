// SPDX-License-Identifier: MIT
// The loaders that are shipped, run on a system made of tables: they must ask for what the real ones ask for.
#include <filesystem>

#include <catch2/catch_test_macros.hpp>

#include "harness/loader/fake_system.hpp"
#include "harness/loader/lookup/catalog.hpp"
#include "harness/loader/test_loaders.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::loader {
namespace {

/// A loader with its parameters, ready to program.
struct Shipped {
  std::vector<Operation> operations;
  std::map<std::string, Json> parameters;
};

Shipped shipped(const std::string& name) {
  TestLoaders loaders(std::filesystem::path("fixtures/loaders"));
  Shipped loader;
  std::vector<std::string> names = {"site", "prefix", "userbase"};
  const auto root = loaders.find(name);
  REQUIRE(root);
  if (const auto parameters = root->find("parameters")) {
    for (const auto& [parameter, value] : parameters->members()) {
      loader.parameters.emplace(parameter, value.json());
      names.push_back(parameter);
    }
  }
  // The shared pieces are written to be run inside another loader, which knows these.
  const auto& pieces = std::vector<std::string>{"dll_paths", "torch_lib"};
  names.insert(names.end(), pieces.begin(), pieces.end());
  const ParseContext context{&loaders, &names, &loader.parameters};
  loader.operations = parse_operations(*root->require("operations"), context);
  if (const auto parameters = root->find("parameters")) {
    check_names(*parameters, names);
  }
  INFO(describe(loaders.diagnostics));
  REQUIRE(loaders.diagnostics.empty());
  return loader;
}

/// torch 2.15's CPU wheel in a Python without anything else.
FakeRun torch_run(const Shipped& loader) {
  FakeRun program;
  for (const char* dll : {"c10", "libiomp5md", "shm", "torch", "torch_cpu", "torch_python", "uv"}) {
    program.system.files.insert(std::string("C:\\site\\torch\\lib\\") + dll + ".dll");
  }
  program.system.files.insert("C:\\Python\\Library\\bin\\x");
  program.system.variables = {{"PATH", "C:\\Windows"}, {"ProgramFiles", "P:"}};
  program.setup.parameters = loader.parameters;
  return program;
}

std::vector<std::string> loads_of(const FakeRun& program, const std::string& call, const std::string& folder) {
  std::vector<std::string> names;
  for (const std::string& line : program.system.calls) {
    const std::string start = call + " " + folder;
    if (line.starts_with(start)) {
      names.push_back(line.substr(start.size(), line.find(' ', start.size()) - start.size()));
    }
  }
  return names;
}

constexpr const char* k_torch_lib = "C:\\site\\torch\\lib\\";

TEST_CASE("every shipped loader can be read, has a reason and evidence") {
  TestLoaders loaders(std::filesystem::path("fixtures/loaders"));
  CHECK(loaders.names().size() >= 15);
  for (const std::string& name : loaders.names()) {
    INFO(name);
    const auto root = *loaders.find(name);
    CHECK(root.text_or("title", "") != "");
    CHECK(root.text_or("why", "") != "");
    CHECK_FALSE(root.json().at("evidence").empty());
    shipped(name);
  }
}

TEST_CASE("torch with the glob registers its folders, looks for the runtime and loads every DLL in order") {
  FakeRun program = torch_run(shipped("torch/glob"));
  program.run(shipped("torch/glob").operations);
  CHECK(program.raised().is_null());
  CHECK(program.system.registered == std::vector<std::string>{"C:\\site\\torch\\lib", "C:\\Python\\Library\\bin"});
  CHECK(loads_of(program, "LoadLibraryExW", "") ==
        std::vector<std::string>{"vcruntime140.dll", "msvcp140.dll", "vcruntime140_1.dll",
                                 "C:\\site\\torch\\lib\\c10.dll", "C:\\site\\torch\\lib\\libiomp5md.dll",
                                 "C:\\site\\torch\\lib\\shm.dll", "C:\\site\\torch\\lib\\torch.dll",
                                 "C:\\site\\torch\\lib\\torch_cpu.dll", "C:\\site\\torch\\lib\\torch_python.dll",
                                 "C:\\site\\torch\\lib\\uv.dll"});
  CHECK(program.system.variables.at("PATH") == "C:\\Windows");
  CHECK(program.system.mode == 0);
  CHECK(program.system.output.empty());
}

TEST_CASE("torch with the glob raises any error but 126 at once, with PATH as it was") {
  const Shipped loader = shipped("torch/glob");
  FakeRun program = torch_run(loader);
  program.system.load_errors["shm.dll"] = 193;
  program.run(loader.operations);
  CHECK(program.raised().at("message") ==
        "[WinError 193] %1 is not a valid Win32 application. Error loading \"C:\\site\\torch\\lib\\shm.dll\" or one of "
        "its dependencies.");
  CHECK(program.raised().at("module") == "C:\\site\\torch\\lib\\shm.dll");
  CHECK(loads_of(program, "LoadLibraryW", k_torch_lib).empty());
  CHECK(program.system.variables.at("PATH") == "C:\\Windows");
  // The mode is not put back on the way of an error.
  CHECK(program.system.mode == 1);
}

TEST_CASE("torch with the glob patches PATH once for 126 and tries again by LoadLibraryW") {
  const Shipped loader = shipped("torch/glob");
  FakeRun program = torch_run(loader);
  program.system.first_errors = {{"c10.dll", 126}, {"shm.dll", 126}};
  program.run(loader.operations);
  CHECK(program.raised().is_null());
  CHECK(loads_of(program, "LoadLibraryW", k_torch_lib) == std::vector<std::string>{"c10.dll", "shm.dll"});
  CHECK(program.system.variables.at("PATH") == "C:\\site\\torch\\lib;C:\\Python\\Library\\bin;C:\\Windows");

  FakeRun failing = torch_run(loader);
  failing.system.load_errors["shm.dll"] = 126;
  failing.run(loader.operations);
  CHECK(failing.raised().at("error") == 126);
  CHECK(
      failing.raised().at("message") ==
      "[WinError 126] The specified module could not be found. Error loading \"C:\\site\\torch\\lib\\shm.dll\" or one "
      "of its dependencies.");
}

TEST_CASE("torch prints its hint when a DLL of the runtime is missing, and goes on") {
  const Shipped loader = shipped("torch/no-glob");
  FakeRun program = torch_run(loader);
  program.system.load_errors["msvcp140.dll"] = 126;
  program.run(loader.operations);
  CHECK(program.raised().is_null());
  CHECK(program.system.output ==
        "Microsoft Visual C++ Redistributable is not installed, this may lead to the DLL load failure.\n"
        "It can be downloaded at https://aka.ms/vs/17/release/vc_redist.x64.exe\n");
  CHECK(loads_of(program, "LoadLibraryExW", "") == std::vector<std::string>{"vcruntime140.dll", "msvcp140.dll"});
}

TEST_CASE("torch's look at the runtime leaves vcruntime140_1 out on Arm") {
  const Shipped loader = shipped("torch/no-glob");
  FakeRun program = torch_run(loader);
  program.setup.parameters["platform_machine"] = "ARM64";
  program.run(loader.operations);
  CHECK(loads_of(program, "LoadLibraryExW", "") == std::vector<std::string>{"vcruntime140.dll", "msvcp140.dll"});
}

TEST_CASE("torch adds the folders of NvToolsExt and of the toolkit when no folder of its own holds their DLLs") {
  const Shipped loader = shipped("torch/no-glob");
  FakeRun program = torch_run(loader);
  program.setup.parameters["cuda_major"] = 13;
  program.setup.parameters["cuda_minor"] = 2;
  program.system.files.insert("P:\\NVIDIA GPU Computing Toolkit\\CUDA\\v13.2\\bin\\cudart64_13.dll");
  program.system.files.insert("P:\\NVIDIA Corporation\\NvToolsExt\\bin\\x64\\nvToolsExt64_1.dll");
  program.run(loader.operations);
  CHECK(program.system.registered == std::vector<std::string>{"C:\\site\\torch\\lib", "C:\\Python\\Library\\bin",
                                                              "P:\\NVIDIA Corporation\\NvToolsExt\\bin\\x64",
                                                              "P:\\NVIDIA GPU Computing Toolkit\\CUDA\\v13.2\\bin"});

  FakeRun bundled = torch_run(loader);
  bundled.setup.parameters = program.setup.parameters;
  bundled.system.files = program.system.files;
  bundled.system.files.insert("C:\\site\\torch\\lib\\cudart64_13.dll");
  bundled.system.variables["NVTOOLSEXT_PATH"] = "C:\\site\\torch";
  bundled.run(loader.operations);
  CHECK(bundled.system.registered == std::vector<std::string>{"C:\\site\\torch\\lib", "C:\\Python\\Library\\bin"});
}

TEST_CASE("torch's base folders by release") {
  for (const auto& [name, behind] : std::map<std::string, std::vector<std::string>>{
           {"torch/glob-1.10", {}},
           {"torch/glob-2.3.1", {"C:\\user\\Library\\bin"}},
           {"torch/glob-2.8", {"C:\\user\\Library\\bin", "C:\\Python\\bin"}},
           {"torch/glob", {"C:\\user\\Library\\bin", "C:\\Python\\bin"}}}) {
    INFO(name);
    const Shipped loader = shipped(name);
    FakeRun program = torch_run(loader);
    program.system.files.insert({"C:\\user\\Library\\bin\\x", "C:\\Python\\bin\\x", "C:\\base\\Library\\bin\\x"});
    program.setup.parameters["base_exec_prefix"] = "C:\\base";
    program.run(loader.operations);
    std::vector<std::string> expected = {"C:\\site\\torch\\lib", "C:\\Python\\Library\\bin", "C:\\base\\Library\\bin"};
    expected.insert(expected.end(), behind.begin(), behind.end());
    CHECK(program.system.registered == expected);
  }
}

TEST_CASE("torch with the cuDNN preload loads the bundled parts alone, and only warns") {
  const Shipped loader = shipped("torch/cudnn-preload");
  FakeRun program = torch_run(loader);
  program.system.files.insert({"C:\\site\\torch\\lib\\cudnn64_9.dll", "C:\\site\\torch\\lib\\cudnn_graph64_9.dll"});
  program.system.load_errors["cudnn64_9.dll"] = 126;
  program.run(loader.operations);
  CHECK(program.raised().is_null());
  CHECK(loads_of(program, "LoadLibraryExW", k_torch_lib) ==
        std::vector<std::string>{"cudnn64_9.dll", "cudnn_graph64_9.dll"});
  CHECK(program.of_kind("warning").size() == 1);
}

TEST_CASE("the remedies beside the preload: PATH in front, SetDllDirectory") {
  const Shipped path = shipped("torch/path-in-front");
  FakeRun program = torch_run(path);
  program.run(path.operations);
  CHECK(program.system.variables.at("PATH") == "C:\\site\\torch\\lib;C:\\Windows");
  const Shipped directory = shipped("torch/set-dll-directory");
  FakeRun other = torch_run(directory);
  other.run(directory.operations);
  CHECK(other.system.calls.back() == "dll directory C:\\site\\torch\\lib");
}

/// A release of the shipped catalog, whole.
Json cuda_pathfinder(const std::string& release) {
  const JsonDocument document = JsonDocument::read("fixtures/catalogs/cuda-pathfinder.json");
  Diagnostics faults;
  return *lookup::Catalog::parse(JsonCursor(document, faults)).release(release);
}

/// torch for CUDA 13.2 with all libraries from pip, CUPTI under the name that 1.8.4 does not know.
FakeRun cuda_run(const Shipped& loader) {
  FakeRun program = torch_run(loader);
  for (const char* dll : {"cudart64_13", "nvJitLink_130_0", "cublas64_13", "cublasLt64_13", "cupti64_2026.1.2",
                          "nvrtc64_130_0", "cufft64_12", "curand64_10", "cusparse64_12", "cusolver64_12"}) {
    program.system.files.insert(std::string("C:\\site\\nvidia\\cu13\\bin\\x86_64\\") + dll + ".dll");
    program.system.load_errors[std::string(dll) + ".dll"] = 0;
  }
  program.system.load_errors.clear();
  program.system.files.insert("C:\\site\\nvidia\\cusparselt\\bin\\cusparseLt.dll");
  program.system.files.insert("C:\\site\\nvidia\\cudnn\\bin\\cudnn64_9.dll");
  // Nothing is found by bare name.
  const Json release = cuda_pathfinder("1.8.4");
  for (const Json& name : release.at("libraries").at("cupti").at("dlls")) {
    program.system.load_errors[name.get<std::string>()] = 126;
  }
  program.system.process_answer.output = "{\"status\": \"not-found\", \"abs_path\": null}\n";
  program.setup.catalogs["cuda-pathfinder"]["1.8.4"] = release;
  return program;
}

TEST_CASE("one try around the list: the unknown CUPTI ends it, and cuDNN's folder is never registered") {
  for (const char* name : {"torch/cuda-list-one-try", "torch/cuda-list-one-try-no-glob"}) {
    INFO(name);
    const Shipped loader = shipped(name);
    FakeRun program = cuda_run(loader);
    program.run(loader.operations);
    CHECK(program.raised().is_null());
    REQUIRE(program.of_kind("warning").size() == 1);
    CHECK(program.of_kind("warning")[0].at("message").get<std::string>().starts_with(
        "DynamicLibNotFoundError: Failure finding \"known cupti DLL\": No such file: known cupti DLL"));
    CHECK(loads_of(program, "LoadLibraryExW", "C:\\site\\nvidia\\cu13\\bin\\x86_64\\") ==
          std::vector<std::string>{"cudart64_13.dll", "nvrtc64_130_0.dll", "nvJitLink_130_0.dll", "cublasLt64_13.dll",
                                   "cublas64_13.dll"});
    CHECK(program.system.registered == std::vector<std::string>{"C:\\site\\torch\\lib", "C:\\Python\\Library\\bin",
                                                                "C:\\site\\nvidia\\cu13\\bin\\x86_64"});
    CHECK(loads_of(program, "LoadLibraryExW", k_torch_lib).empty() == (std::string(name).ends_with("no-glob")));
  }
}

TEST_CASE("one try per library: the miss warns, and the folders of nvrtc, cufft and cuDNN are registered") {
  const Shipped loader = shipped("torch/cuda-list-per-library");
  FakeRun program = cuda_run(loader);
  program.run(loader.operations);
  CHECK(program.of_kind("warning").size() == 1);
  CHECK(program.system.registered == std::vector<std::string>{"C:\\site\\torch\\lib", "C:\\Python\\Library\\bin",
                                                              "C:\\site\\nvidia\\cu13\\bin\\x86_64",
                                                              "C:\\site\\nvidia\\cu13\\bin\\x86_64",
                                                              "C:\\site\\nvidia\\cudnn\\bin"});
  CHECK(program.system.variables.at("PATH") ==
        "C:\\Windows;C:\\site\\nvidia\\cu13\\bin\\x86_64;C:\\site\\nvidia\\cu13\\bin\\x86_64;C:"
        "\\site\\nvidia\\cudnn\\bin");
  REQUIRE_FALSE(program.system.resident.empty());
  CHECK(program.system.resident.back() == "C:\\site\\nvidia\\cudnn\\bin\\cudnn64_9.dll");
}

TEST_CASE("a release that knows CUPTI's name goes through without a warning") {
  const Shipped loader = shipped("torch/cuda-list-one-try");
  FakeRun program = cuda_run(loader);
  program.setup.parameters["pathfinder_release"] = "1.8.5";
  program.setup.catalogs["cuda-pathfinder"]["1.8.5"] = cuda_pathfinder("1.8.5");
  program.run(loader.operations);
  CHECK(program.of_kind("warning").empty());
  REQUIRE_FALSE(program.system.registered.empty());
  CHECK(program.system.registered.back() == "C:\\site\\nvidia\\cudnn\\bin");
}

TEST_CASE("pathfinder: loaded already, native search, a toolkit, and a file that can't be loaded") {
  const Shipped loader = shipped("torch/cuda-list-one-try-no-glob");
  FakeRun program = cuda_run(loader);
  program.setup.parameters["cuda_libraries"] = Json::array({"nvrtc"});
  SECTION("loaded from elsewhere: that folder is registered") {
    program.system.resident = {"E:\\other\\nvrtc64_130_0.dll"};
    program.system.files.insert(program.system.resident.front());
    program.run(loader.operations);
    REQUIRE_FALSE(program.system.registered.empty());
    CHECK(program.system.registered.back() == "E:\\other");
    CHECK(program.system.variables.at("PATH") == "C:\\Windows;E:\\other");
  }
  SECTION("nowhere on disk: by bare name, newest first, and nothing is registered") {
    program.system.files.clear();
    program.system.load_errors["nvrtc64_130_0.dll"] = 126;
    program.run(loader.operations);
    CHECK(program.of_kind("warning").empty());
    REQUIRE_FALSE(program.system.resident.empty());
    CHECK(program.system.resident.back() == "nvrtc64_120_0.dll");
    CHECK(program.system.registered.empty());
  }
  SECTION("a toolkit, named by CUDA_HOME") {
    program.system.files = {"T:\\bin\\x64\\nvrtc64_130_0.dll"};
    program.system.variables["CUDA_HOME"] = "T:";
    program.system.first_errors = {};
    program.system.load_errors = {{"nvrtc64_120_0.dll", 126}};
    program.system.bare_errors = {{"nvrtc64_130_0.dll", 126}};
    program.run(loader.operations);
    REQUIRE_FALSE(program.system.registered.empty());
    CHECK(program.system.registered.back() == "T:\\bin\\x64");
    REQUIRE_FALSE(program.system.resident.empty());
    CHECK(program.system.resident.back() == "T:\\bin\\x64\\nvrtc64_130_0.dll");
  }
  SECTION("CUDA_PATH wins, even when it points to nothing") {
    program.system.files = {"T:\\bin\\x64\\nvrtc64_130_0.dll"};
    program.system.variables["CUDA_HOME"] = "T:";
    program.system.variables["CUDA_PATH"] = "U:";
    program.system.bare_errors = {{"nvrtc64_130_0.dll", 126}, {"nvrtc64_120_0.dll", 126}};
    program.run(loader.operations);
    REQUIRE(program.of_kind("warning").size() == 2);  // that the two differ, and what came of it
    CHECK(program.of_kind("warning")[1].at("message").get<std::string>().starts_with("DynamicLibNotFoundError: "));
  }
  SECTION("conda before anything that is searched by name") {
    program.system.files = {"D:\\env\\Library\\bin\\nvrtc64_130_0.dll"};
    program.system.variables["CONDA_PREFIX"] = "D:\\env";
    program.run(loader.operations);
    REQUIRE_FALSE(program.system.resident.empty());
    CHECK(program.system.resident.back() == "D:\\env\\Library\\bin\\nvrtc64_130_0.dll");
  }
  SECTION("a file that can't be loaded ends the search; its folder stays registered") {
    program.system.load_errors["nvrtc64_130_0.dll"] = 193;
    program.run(loader.operations);
    CHECK(program.of_kind("warning").at(0).at("message") ==
          "RuntimeError: Failed to load DLL at C:\\site\\nvidia\\cu13\\bin\\x86_64\\nvrtc64_130_0.dll: Windows error "
          "193");
    REQUIRE_FALSE(program.system.registered.empty());
    CHECK(program.system.registered.back() == "C:\\site\\nvidia\\cu13\\bin\\x86_64");
  }
}

TEST_CASE("executorch registers its folder where it is") {
  const Shipped loader = shipped("executorch/register-lib");
  FakeRun program;
  program.run(loader.operations);
  CHECK(program.system.registered.empty());
  program.system.files = {"C:\\site\\executorch\\lib\\executorch.dll"};
  program.run(loader.operations);
  CHECK(program.system.registered == std::vector<std::string>{"C:\\site\\executorch\\lib"});
}

}  // namespace
}  // namespace dllrepro::loader

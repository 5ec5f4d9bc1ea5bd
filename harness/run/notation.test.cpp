// SPDX-License-Identifier: MIT
#include "harness/run/notation.hpp"

#include <catch2/catch_test_macros.hpp>

namespace dllrepro::run {
namespace {

/// A run's folder as Windows would name it; PlaceMap takes it for text, so it does on Linux as well.
tree::PlaceMap places() {
  return {"C:/r/7", "C:/Windows/System32", "C:/Windows"};
}

process::Event translated(const char* text) {
  return in_tree_notation({Json::parse(text)}, places()).front();
}

}  // namespace

TEST_CASE("Modules' paths become tree paths") {
  CHECK(translated(
            R"({"event": "load", "module": "C:\\r\\7\\Python\\Lib\\site-packages\\torch\\lib\\c10.dll"})")["module"] ==
        "torch/lib/c10.dll");
  CHECK(translated(R"({"event": "load", "module": "\\\\?\\c:\\R\\7\\Python\\PYTHON.EXE"})")["module"] ==
        "{prefix}/PYTHON.EXE");
  CHECK(translated(R"({"event": "load", "module": "C:\\windows\\SYSTEM32\\ntdll.dll"})")["module"] ==
        "{system32}/ntdll.dll");
  CHECK(translated(R"({"event": "state", "modules": ["C:\\r\\7\\Python\\python.exe", "D:\\x\\y.dll"]})")["modules"] ==
        Json::parse(R"(["{prefix}/python.exe", "D:/x/y.dll"])"));
}

TEST_CASE("What a program asked for by a bare or relative name stays as it asked") {
  const process::Event event =
      translated(R"({"event": "raised", "module": "cudnn64_9.dll", "message": "C:\\r\\7\\Python\\x"})");
  CHECK(event["module"] == "cudnn64_9.dll");
  CHECK(event["message"] == "C:\\r\\7\\Python\\x");
  CHECK(translated(R"({"event": "raised", "module": ".\\x\\y.dll"})")["module"] == ".\\x\\y.dll");
}

TEST_CASE("Environment lists are translated part by part, results anywhere inside") {
  const process::Event event = translated(R"({"event": "state",
    "environment": {"PATH": "C:\\r\\7\\Python\\Lib\\site-packages\\torch\\lib;C:\\Windows\\System32;D:\\tools;",
                    "CUDA_PATH": "C:\\r\\7\\Program Files\\NVIDIA", "N": 4},
    "results": {"found": "C:\\r\\7\\work\\a.dll", "list": ["C:\\r\\7\\temp"], "version": 92800, "none": null}})");
  CHECK(event["environment"]["PATH"] == "torch/lib;{system32};D:\\tools;");
  CHECK(event["environment"]["CUDA_PATH"] == "{program_files}/NVIDIA");
  CHECK(event["results"] ==
        Json::parse(R"({"found": "{work}/a.dll", "list": ["{temp}"], "version": 92800, "none": null})"));
}

TEST_CASE("Modules from outside are named once") {
  const process::Events events = Json::parse(R"([
    {"event": "load", "module": "torch/lib/c10.dll"}, {"event": "load", "module": "{system32}/ntdll.dll"},
    {"event": "load", "module": "D:/tools/inject.dll"}, {"event": "load", "module": "{windows}/WinSxS/x/comctl32.dll"},
    {"event": "state", "modules": ["d:/TOOLS/inject.dll", "{prefix}/python.exe", "E:/late.dll"]}])");
  CHECK(outside_modules(events) ==
        std::vector<std::string>{"D:/tools/inject.dll", "{windows}/WinSxS/x/comctl32.dll", "E:/late.dll"});
}

TEST_CASE("Paths compare as Windows compares them") {
  CHECK(same_path("torch/lib/C10.dll", "{site}/Torch\\lib/c10.DLL"));
  CHECK_FALSE(same_path("torch/lib/c10.dll", "{prefix}/torch/lib/c10.dll"));
  CHECK(base_name("{prefix}/a\\b.dll") == "b.dll");
  CHECK(base_name("b.dll") == "b.dll");
}

}  // namespace dllrepro::run

// SPDX-License-Identifier: MIT
// The probe as a host of a real interpreter, as far as it can be seen without one. Scenarios in scenarios/cpython run
// the interpreter itself.
#include <catch2/catch_test_macros.hpp>

#include "harness/probe/python_library.hpp"
#include "harness/probe/test_probe.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::probe {
namespace {

using testing::ProbeFolder;
using testing::ProbeRun;

ProbeRun run_in(const ProbeFolder& folder, const std::string& dll) {
  return folder.run({{"host", {{"python", path_to_utf8(folder.path() / dll)}}}, {"steps", {{{"print", "never"}}}}});
}

TEST_CASE("a host without its python3XX.dll ends as Windows ends a python.exe that misses it, and says why") {
  const ProbeFolder folder;
  const ProbeRun run = run_in(folder, "python312.dll");
  CHECK(run.exit_code == 0xC0000135U);
  CHECK(run.out.empty());
  CHECK_FALSE(run.done());
  CHECK(run.first("begin").at("op") == "start_python");
  CHECK(run.first("begin").at("pointer") == "/host/python");
  CHECK(run.first("end").at("error") == 126);
  CHECK(run.first("end").at("message").get<std::string>().starts_with("there is no "));
}

TEST_CASE("an interpreter's DLL that can't be loaded, or is none, has the status of its error") {
  const ProbeFolder folder;
  folder.text("python312.dll", "no image");
  const ProbeRun broken = run_in(folder, "python312.dll");
  CHECK(broken.exit_code == 0xC000007BU);
  CHECK(broken.first("end").at("error") == 193);

  folder.stub("python313.dll", R"({"imports": ["not-there.dll"]})");
  CHECK(run_in(folder, "python313.dll").exit_code == 0xC0000135U);

  folder.stub("python314.dll");
  const ProbeRun stub = run_in(folder, "python314.dll");
  CHECK(stub.exit_code == 0xC0000139U);
  CHECK(stub.first("end").at("message").get<std::string>().ends_with("python314.dll does not export Py_Main"));
  CHECK(stub.loaded() == std::vector<std::string>{"python314.dll"});
}

TEST_CASE("of the DLLs in a folder those with two digits are an interpreter, the newest first") {
  const ProbeFolder folder;
  for (const char* name : {"python3.dll", "python39.dll", "python311.dll", "python313t.dll", "python312.dll"}) {
    folder.text(name, "");
  }
  const std::wstring path = folder.path().wstring();
  CHECK(pythons_in(path) == std::vector<std::wstring>{path + L"\\python312.dll", path + L"\\python311.dll"});
}

TEST_CASE("a python step on a host that runs none is an error of the program") {
  const ProbeFolder folder;
  const ProbeRun run = folder.steps(R"([{"python": "1"}])");
  CHECK(run.first("raised").at("message") == "this host runs no Python");
  CHECK(run.done());
}

TEST_CASE("statuses of a start that failed") {
  CHECK(start_status(126) == 0xC0000135U);
  CHECK(start_status(127) == 0xC0000139U);
  CHECK(start_status(182) == 0xC0000138U);
  CHECK(start_status(193) == 0xC000007BU);
  CHECK(start_status(1114) == 0xC0000142U);
  CHECK(start_status(5) == 0xC0000135U);
}

}  // namespace
}  // namespace dllrepro::probe

// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>

#include "harness/stub/host_process.hpp"
#include "harness/util/paths.hpp"

using namespace dllrepro;
using namespace dllrepro::stub::testing;

namespace {

/// Runs the actions in x.dll's export `prepare`, then loads y.dll, which lies in `sub` beside it, by bare name.
HostRun run_prepared(const std::string& actions, const std::string& flags) {
  const StubFolder folder;
  folder.add("x.dll", R"({"exports": {"prepare": [)" + actions + R"(, {"return": 1}]}})");
  folder.add("sub/y.dll", "{}");
  return run_host(folder, {"load:{}\\x.dll", "call:prepare", "flags:" + flags, "load:y.dll"});
}

}  // namespace

TEST_CASE("a stub can open and close the search path for those who come after it") {
  CHECK(run_prepared(R"({"sleep_ms": 0})", "0").out == "load 0\nprepare = 1\nload 7e\n");
  CHECK(run_prepared(R"({"path_front": "{self_dir}/sub"})", "0").out == "load 0\nprepare = 1\nload 0\n");
  CHECK(run_prepared(R"({"path_back": ["C:/nowhere", "{self_dir}/sub"]})", "0").out == "load 0\nprepare = 1\nload 0\n");
  CHECK(run_prepared(R"({"set_dll_directory": "{self_dir}/sub"})", "0").out == "load 0\nprepare = 1\nload 0\n");
  CHECK(run_prepared(R"({"set_dll_directory": "{self_dir}/sub"}, {"set_dll_directory": null})", "0").out ==
        "load 0\nprepare = 1\nload 7e\n");
  // Row 63: a directory added is not searched by a call without flags, unless the process says so.
  CHECK(run_prepared(R"({"add_dll_directory": "{self_dir}/sub"})", "0").out == "load 0\nprepare = 1\nload 7e\n");
  CHECK(run_prepared(R"({"add_dll_directory": "{self_dir}/sub"})", "0x1000").out == "load 0\nprepare = 1\nload 0\n");
  CHECK(
      run_prepared(R"({"add_dll_directory": "{self_dir}/sub"}, {"set_default_dll_directories": ["DEFAULT_DIRS"]})", "0")
          .out == "load 0\nprepare = 1\nload 0\n");
}

TEST_CASE("a call that fails tells why") {
  const StubFolder folder;
  folder.add("x.dll", R"({"exports": {
      "absent": [{"add_dll_directory": "{self_dir}/absent"}, {"return": "error"}],
      "invalid": [{"set_default_dll_directories": 0}, {"if": {"failed": true}, "then": [{"return": "error"}]}]}})");
  CHECK(run_host(folder, {"load:{}\\x.dll", "call:absent", "call:invalid"}).out ==
        "load 0\nabsent = 2\ninvalid = 87\n");
}

TEST_CASE("PATH and other variables change for the whole process") {
  const StubFolder folder;
  folder.add("x.dll", R"({"on_attach": [{"path_front": ["{self_dir}/a", "C:/b"]}, {"path_back": "C:/z"},
      {"set_environment": {"NEW": "<{self_name}>", "SystemRoot": null}}]})");
  const HostRun run = run_host(folder, {"load:{}\\x.dll", "variable:PATH", "variable:NEW", "variable:SystemRoot"});
  const std::string front = "PATH = " + path_to_utf8(folder.path()) + "\\a;C:\\b;";
  CHECK(run.out.find(front) != std::string::npos);
  CHECK(run.out.find(";C:\\z\nNEW = <x.dll>\nSystemRoot = \n") != std::string::npos);
}

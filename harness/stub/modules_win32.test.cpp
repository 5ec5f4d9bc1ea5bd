// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>

#include "harness/stub/host_process.hpp"
#include "harness/util/paths.hpp"
#include "harness/util/wine.hpp"

using namespace dllrepro;
using namespace dllrepro::stub::testing;

namespace {

constexpr const char* k_front = R"({"version": "9.28.1.0", "exports": {"cudnnGetVersion": [
    {"load": "cudnn_graph64_9.dll", "call": "LoadLibraryA", "as": "graph", "then_call": "cudnnGetVersion",
     "on_failure": [
      {"print": "Invalid handle. Cannot load symbol cudnnGetVersion\n", "to": "stderr"}, {"fast_fail": 7}]}]}})";
constexpr const char* k_graph =
    R"({"version": "9.27.0.0", "exports": {"cudnnGetVersion": [{"return_version": true}]}})";

}  // namespace

TEST_CASE("a cuDNN front behaves like the real one") {
  const StubFolder folder;
  folder.add("bin/cudnn64_9.dll", k_front);
  folder.add("other/cudnn_graph64_9.dll", k_graph);
  const std::string load = "load:{}\\bin\\cudnn64_9.dll";
  const HostRun off_path = run_host(folder, {load, "call:cudnnGetVersion"});
  CHECK(off_path.status == 0xC0000409);
  CHECK(off_path.out == "load 0\nInvalid handle. Cannot load symbol cudnnGetVersion\n");
  const HostRun on_path = run_host(folder, {load, "call:cudnnGetVersion"}, folder.path() / "other");
  CHECK(on_path.out == "load 0\ncudnnGetVersion = 92700\n");
  const HostRun preloaded = run_host(folder, {"load:{}\\other\\cudnn_graph64_9.dll", load, "call:cudnnGetVersion"});
  CHECK(preloaded.out == "load 0\nload 0\ncudnnGetVersion = 92700\n");
}

TEST_CASE("an nvrtc front reports and lives on") {
  const StubFolder folder;
  folder.add("nvrtc64_120_0.dll",
             R"({"exports": {"nvrtcCompileProgram": [{"load": "{self_dir}/b/builtins.dll", "on_failure": [
      {"print": "nvrtc: error: failed to open builtins.dll ({error}).\n"}, {"return": 7}]}]}})");
  const std::vector<std::string> operations = {"load:{}\\nvrtc64_120_0.dll", "call:nvrtcCompileProgram"};
  const HostRun without = run_host(folder, operations);
  CHECK(without.status == 0);
  CHECK(without.out == "load 0\nnvrtc: error: failed to open builtins.dll (126).\nnvrtcCompileProgram = 7\n");
  folder.add("b/builtins.dll", "{}");
  CHECK(run_host(folder, operations).out == "load 0\nnvrtcCompileProgram = 0\n");
}

TEST_CASE("each of the four load calls loads, with flags where it takes them") {
  const StubFolder folder;
  folder.add("x.dll", R"({"exports": {
      "a": [{"load": "{self_dir}/y.dll", "call": "LoadLibraryA", "then_call": "n"}],
      "w": [{"load": "{self_dir}/y.dll", "call": "LoadLibraryW", "then_call": "n"}],
      "xa": [{"load": "{self_dir}/y.dll", "call": "LoadLibraryExA", "flags": "0x1100", "then_call": "n"}],
      "xw": [{"load": "{self_dir}/y.dll", "flags": ["DEFAULT_DIRS", "DLL_LOAD_DIR"], "then_call": {"ordinal": 7}}],
      "invalid": [{"load": "y.dll", "flags": ["DLL_LOAD_DIR"]}, {"return": "error"}],
      "missing": [{"load": "{self_dir}/y.dll", "then_call": "absent"}, {"return": "error"}]}})");
  folder.add("y.dll", R"({"exports": {"n": {"ordinal": 7, "do": [{"return": 77}]}}})");
  const HostRun run =
      run_host(folder, {"load:{}\\x.dll", "call:a", "call:w", "call:xa", "call:xw", "call:invalid", "call:missing"});
  CHECK(run.out == "load 0\na = 77\nw = 77\nxa = 77\nxw = 77\ninvalid = 87\nmissing = 127\n");
}

TEST_CASE("arguments are handed on, or given") {
  const StubFolder folder;
  folder.add("x.dll", R"({"exports": {
      "first": [{"return": "argument"}], "second": [{"return": "argument2"}], "third": [{"return": "argument3"}],
      "on": [{"call": "third", "in": "x.dll"}],
      "own": [{"call": "second", "in": "x.dll", "arguments": [1, "0x100000005"]}],
      "text": [{"call": "first", "in": "x.dll", "arguments": [{"text": "abc"}]}, {"if": {"equals": ["result", 0]},
                "then": [{"return": 0}], "else": [{"return": 1}]}]}})");
  const HostRun run = run_host(
      folder, {"load:{}\\x.dll", "call:first", "call:second", "call:third", "call:on", "call:own", "call:text"});
  CHECK(run.out == "load 0\nfirst = 11\nsecond = 22\nthird = 33\non = 33\nown = 4294967301\ntext = 1\n");
}

TEST_CASE("a remembered module is loaded once, can be called into and freed") {
  const StubFolder folder;
  folder.add("y.dll",
             R"({"on_attach": [{"print": "y in\n"}], "on_detach": [{"print": "y out\n"}], "exports": {"n": 5}})");
  folder.add("x.dll", R"({"exports": {
      "open": [{"load": "{self_dir}/y.dll", "as": "y"}],
      "use": [{"call": "n", "in": "y", "on_failure": [{"return": "error"}]}],
      "close": [{"free": "y"}],
      "find": [{"get_handle": "y.dll", "then_call": "n", "on_failure": [{"return": "error"}]}]}})");
  const HostRun run = run_host(folder, {"load:{}\\x.dll", "call:use", "call:open", "call:open", "call:use", "call:find",
                                        "call:close", "call:find"});
  CHECK(run.out == "load 0\nuse = 126\ny in\nopen = 0\nopen = 0\nuse = 5\nfind = 5\ny out\nclose = 0\nfind = 126\n");
}

TEST_CASE("a stub may load another in its attach") {
  const StubFolder folder;
  folder.add("y.dll", R"({"exports": {"n": 5}, "on_attach": [{"print": "y\n"}]})");
  folder.add("x.dll",
             R"({"on_attach": [{"load": "{self_dir}/y.dll", "then_call": "n"}, {"print": "x got {result}\n"}]})");
  CHECK(run_host(folder, {"load:{}\\x.dll"}).out == "y\nx got 5\nload 0\n");
}

TEST_CASE("texts name the stub, whatever its path") {
  const StubFolder folder;
  folder.add("a b \xC3\xA9/x.dll", R"({"version": "1.2.3", "on_attach": [{"print":
      "{self_name}|{version}|{env:SystemRoot}|{env:NOT_THERE}|{{}}|\u20AC\ud83d\ude00\n"}],
      "exports": {"path": [{"return": "file_name"}], "length": [{"return": "file_name_length"}]}})");
  const HostRun run = run_host(folder, {"load:{}\\a b \xC3\xA9\\x.dll", "text:path", "call:length"});
  const std::string path = path_to_utf8(folder.path()) + "\\a b \xC3\xA9\\x.dll";
  CHECK(run.out.find("x.dll|1.2.3|C:\\windows||{}|\xE2\x82\xAC\xF0\x9F\x98\x80\nload 0\n") == 0);
  CHECK(run.out.find("path = " + path + "\n") != std::string::npos);
  CHECK(run.out.find("length = " + std::to_string(path.size() - 1) + "\n") != std::string::npos);
}

TEST_CASE("conditions see modules, files, variables, failures and values") {
  const StubFolder folder;
  folder.add("x.dll", R"({"exports": {
      "resident": [{"if": {"resident": "kernel32.dll"}, "then": [{"return": 1}]}],
      "absent": [{"if": {"not": {"resident": "absent.dll"}}, "then": [{"return": 1}]}],
      "exists": [{"if": {"all": [{"exists": "{self}"}, {"not": {"exists": "{self_dir}/absent"}}]},
                  "then": [{"return": 1}]}],
      "variable": [{"if": {"environment": "SystemRoot"}, "then": [{"return": 1}]}],
      "no_variable": [{"if": {"environment": "NOT_THERE"}, "then": [{"return": 0}], "else": [{"return": 1}]}],
      "failed": [{"load": "absent.dll"}, {"if": {"failed": true}, "then": [{"return": 1}]}],
      "any": [{"if": {"any": [{"equals": [1, 2]}, {"equals": ["argument", 11]}, {"equals": [1, 3]}]},
               "then": [{"return": 1}]}],
      "none": [{"if": {"any": [{"equals": [1, 2]}, {"equals": [1, 3]}]},
                "then": [{"return": 0}], "else": [{"return": 1}]}],
      "all": [{"if": {"all": [{"equals": [1, 1]}, {"equals": [1, 3]}, {"equals": [2, 2]}]},
               "then": [{"return": 0}], "else": [{"return": 1}]}]
      }})");
  std::vector<std::string> operations{"load:{}\\x.dll"};
  std::string expected = "load 0\n";
  for (const char* name : {"resident", "absent", "exists", "variable", "no_variable", "failed", "any", "none", "all"}) {
    operations.push_back(std::string("call:") + name);
    expected += std::string(name) + " = 1\n";
  }
  CHECK(run_host(folder, operations).out == expected);
}

TEST_CASE("a registry is one when it is imported and two when each has its own") {
  const StubFolder folder;
  const std::string owner =
      R"({"exports": {"stub_count": [{"count": {"add": "argument"}}], "registered": [{"return": "count"}]},
      "on_attach": [{"count": {"add": 214}}]})";
  folder.add("executorch.dll", owner);
  folder.add("imports.dll", R"({"imports": {"executorch.dll": ["stub_count"]},
      "on_attach": [{"count": {"add": 28, "in": "executorch.dll"}}]})");
  folder.add("looks_up.dll", R"({"on_attach": [{"count": {"add": 28, "in": "executorch.dll"}}]})");
  folder.add("private.dll",
             R"({"on_attach": [{"count": {"add": 28}}], "exports": {"registered": [{"return": "count"}]}})");
  CHECK(run_host(folder, {"flags:0x1100", "load:{}\\imports.dll", "load:{}\\executorch.dll", "call:registered"}).out ==
        "load 0\nload 0\nregistered = 242\n");
  CHECK(run_host(folder,
                 {"load:{}\\executorch.dll", "load:{}\\looks_up.dll", "load:{}\\executorch.dll", "call:registered"})
            .out == "load 0\nload 0\nload 0\nregistered = 242\n");
  CHECK(run_host(folder, {"load:{}\\executorch.dll", "load:{}\\private.dll", "call:registered",
                          "load:{}\\executorch.dll", "call:registered"})
            .out == "load 0\nload 0\nregistered = 28\nload 0\nregistered = 214\n");
}

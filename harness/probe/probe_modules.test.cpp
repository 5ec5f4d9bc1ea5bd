// SPDX-License-Identifier: MIT
// The probe with real DLLs: what is loaded is told in order, what fails has its true number, what crashes its status.
#include <algorithm>

#include <catch2/catch_test_macros.hpp>

#include "harness/probe/test_probe.hpp"
#include "harness/util/paths.hpp"
#include "harness/util/wine.hpp"

namespace dllrepro::probe {
namespace {

using testing::ProbeFolder;
using testing::ProbeRun;

std::string base_name(const Json& path) {
  const auto text = path.get<std::string>();
  return text.substr(text.rfind('\\') + 1);
}

TEST_CASE("loads and unloads are told in order, each with its path") {
  const ProbeFolder folder;
  folder.stub("b.dll");
  folder.stub("a.dll", R"({"imports": ["b.dll"]})");
  const ProbeRun run = folder.steps(R"([{"load": "{site}/a.dll", "flags": "0x1100", "as": "a"}, {"free": "a"}])");
  CHECK(run.first("raised").is_null());
  CHECK(run.loaded() == std::vector<std::string>{"b.dll", "a.dll"});
  const Json load = run.of_kind("load").back();
  CHECK(load.at("module") == path_to_utf8(folder.path() / "a.dll"));
  CHECK(load.at("base").get<std::uint64_t>() > 0);
  CHECK(load.at("size").get<std::uint64_t>() >= 0x1000);
  const Json end = run.first("end");
  CHECK(end.at("result") == "ok");
  CHECK(end.at("module") == load.at("module"));
  REQUIRE(run.of_kind("unload").size() == 2);
  CHECK(base_name(run.of_kind("unload")[0].at("module")) == "a.dll");
  for (const Json& path : run.first("state").at("modules")) {
    CHECK(base_name(path) != "a.dll");
  }
}

TEST_CASE("what stays resident stands in the state") {
  const ProbeFolder folder;
  folder.stub("a.dll");
  const ProbeRun run = folder.steps(R"([{"load": "{site}/a.dll"}])");
  CHECK(run.first("state").at("modules").back() == path_to_utf8(folder.path() / "a.dll"));
}

TEST_CASE("each failure has the loader's own number, and the module asked for") {
  const ProbeFolder folder;
  folder.text("text.dll", "this is no image\n");
  folder.stub("false.dll", R"({"on_attach": [{"return_false": true}]})");
  folder.stub("lonely.dll", R"({"imports": ["nowhere.dll"]})");
  folder.stub("arm.dll", R"({"machine": "arm64"})");
  folder.stub("good.dll");
  const auto error_of = [&](const std::string& operation) {
    const ProbeRun run = folder.steps("[" + operation + "]");
    CHECK(run.exit_code == 0);
    CHECK(run.first("end").at("result") == "error");
    CHECK(run.first("end").at("error") == run.first("raised").at("error"));
    return run.first("raised").at("error").get<int>();
  };
  CHECK(error_of(R"({"load": "{site}/text.dll"})") == 193);
  CHECK(error_of(R"({"load": "{site}/false.dll"})") == 1114);
  CHECK(error_of(R"({"load": "{site}/lonely.dll"})") == 126);
  CHECK(error_of(R"({"load": "{site}/arm.dll"})") == 193);
  CHECK(error_of(R"({"load": "{site}/none.dll"})") == 126);
  CHECK(error_of(R"({"load": "good.dll", "flags": "0x1100"})") == 87);
  CHECK(error_of(R"({"load": "{site}/good.dll", "flags": "0x1008"})") == 87);
  CHECK(error_of(R"({"add_dll_directory": "{site}/nowhere"})") == 2);
  CHECK(error_of(R"({"add_dll_directory": "relative"})") == 87);
  CHECK(error_of(R"({"get_handle": "good.dll"})") == 126);
  CHECK(error_of(R"({"set_default_dll_directories": 0})") == 87);
}

TEST_CASE("messages are Windows' own, under Wine as well") {
  const ProbeFolder folder;
  folder.text("torch/_C.cp312-win_amd64.pyd", "text");
  const ProbeRun run = folder.steps(R"([{"import": "torch._C"}])");
  CHECK(run.first("raised").at("message") ==
        "DLL load failed while importing _C: %1 is not a valid Win32 application.");
}

TEST_CASE("exports are called with their arguments, and give numbers and texts") {
  const ProbeFolder folder;
  folder.stub("a.dll", R"({"version": "9.27.1.0", "exports": {
    "version": [{"return_version": true}], "echo": [{"return": "argument2"}],
    "five": {"ordinal": 5, "noname": true, "do": [{"return": 55}]},
    "name": [{"return": "file_name"}], "words": [{"return": {"text": "some words"}}],
    "next": {"forward": "b.number"}}})");
  folder.stub("b.dll", R"({"exports": {"number": 21}})");
  const ProbeRun run = folder.steps(R"([{"load": "{site}/b.dll"}, {"load": "{site}/a.dll", "as": "a"},
    {"call": "version", "in": "a", "as": "version"},
    {"call": "echo", "in": "a.dll", "arguments": [1, "0x22"], "as": "echo"},
    {"call": {"ordinal": 5}, "in": "a", "as": "five"},
    {"call": "name", "in": "a", "returns": "wide_text", "as": "name"},
    {"call": "words", "in": "a", "returns": "text", "as": "words"}, {"call": "next", "in": "a", "as": "next"},
    {"call": "absent", "in": "a", "on_error": "ignore", "as": "absent"}])");
  const Json results = run.first("state").at("results");
  CHECK(results.at("version") == 92701);
  CHECK(results.at("echo") == 0x22);
  CHECK(results.at("five") == 55);
  CHECK(results.at("name") == path_to_utf8(folder.path() / "a.dll"));
  CHECK(results.at("words") == "some words");
  CHECK(results.at("next") == 21);
  CHECK(results.at("absent.error") == 127);
}

TEST_CASE("an import that binds to nothing is told before DllMain runs") {
  const ProbeFolder folder;
  folder.stub("b.dll", R"({"exports": {"there": 1}})");
  folder.stub("a.dll", R"({"imports": {"b.dll": ["there", "absent", {"ordinal": 77}]},
                          "on_attach": [{"print": "attached\n"}]})");
  const ProbeRun run =
      folder.steps(R"([{"load": "{site}/b.dll"}, {"load": "{site}/a.dll", "on_error": "ignore", "as": "a"},
                                        {"load": "{site}/a.dll", "on_error": "ignore"}])");
  if (!running_under_wine()) {
    // Windows refuses such a module by itself (row L79): nothing is mapped that could be examined.
    CHECK(run.first("state").at("results").at("a.error") == 127);
    return;
  }
  const auto unsatisfied = run.of_kind("unsatisfied");
  REQUIRE(unsatisfied.size() == 2);
  CHECK(unsatisfied[0].at("module") == path_to_utf8(folder.path() / "a.dll"));
  CHECK(unsatisfied[0].at("from") == "b.dll");
  CHECK(unsatisfied[0].at("symbol") == "absent");
  CHECK(unsatisfied[1].at("ordinal") == 77);
  CHECK_FALSE(unsatisfied[1].contains("symbol"));
}

TEST_CASE("a DllMain that steps into Wine's trap leaves the evidence behind") {
  if (!running_under_wine()) {
    SKIP("Windows refuses the module before its DllMain (row L79)");
  }
  const ProbeFolder folder;
  folder.stub("b.dll");
  folder.stub("a.dll",
              R"({"imports": {"b.dll": ["absent"]}, "exports": {"use": [{"call_import": "absent", "of": "b.dll"}]}})");
  const ProbeRun run =
      folder.steps(R"([{"load": "{site}/a.dll", "flags": "0x1100", "as": "a"}, {"call": "use", "in": "a"}])");
  CHECK(run.first("unsatisfied").at("symbol") == "absent");
  CHECK_FALSE(run.done());
  CHECK(run.exit_code != 0);
}

TEST_CASE("forwarders are followed, and one that leads nowhere is told") {
  if (!running_under_wine()) {
    SKIP("Windows refuses the module by itself (row L124)");
  }
  const ProbeFolder folder;
  folder.stub("target.dll", R"({"exports": {"here": 1}})");
  folder.stub("front.dll", R"({"imports": ["target.dll"], "exports": {"good": {"forward": "target.here"},
    "bad": {"forward": "target.gone"}, "lost": {"forward": "nowhere.fn"}}})");
  folder.stub("a.dll", R"({"imports": {"front.dll": ["good", "bad", "lost"]}})");
  const ProbeRun run = folder.steps(R"([{"load": "{site}/a.dll", "flags": "0x1100"}])");
  const auto unsatisfied = run.of_kind("unsatisfied");
  REQUIRE(unsatisfied.size() == 2);
  CHECK(unsatisfied[0].at("symbol") == "bad");
  CHECK(unsatisfied[1].at("symbol") == "lost");
}

TEST_CASE("imports of the system's own DLLs are satisfied") {
  const ProbeFolder folder;
  folder.stub("a.dll", R"({"imports": {"KERNEL32.dll": ["CreateFileW", "HeapAlloc"], "ntdll.dll": ["NtClose"],
                                       "advapi32.dll": ["RegOpenKeyExW"],
                                       "api-ms-win-core-processthreads-l1-1-0.dll": ["GetCurrentProcessId"]}})");
  const ProbeRun run = folder.steps(R"([{"load": "{site}/a.dll"}])");
  CHECK(run.first("raised").is_null());
  CHECK(run.of_kind("unsatisfied").empty());
}

TEST_CASE("of two modules with one name, the one that was bound to is looked at") {
  const ProbeFolder folder;
  folder.stub("old/b.dll", R"({"exports": {"old": 1}})");
  folder.stub("new/b.dll", R"({"exports": {"old": 1, "new": 2}})");
  folder.stub("new/a.dll", R"({"imports": {"b.dll": ["old", "new"]}})");
  const ProbeRun run =
      folder.steps(R"([{"load": "{site}/new/a.dll", "flags": "0x1100"}, {"load": "{site}/old/b.dll"}])");
  CHECK(run.loaded() == std::vector<std::string>{"b.dll", "a.dll", "b.dll"});
  CHECK(run.of_kind("unsatisfied").empty());
}

TEST_CASE("a crash ends the process with its own status, and what came before is written") {
  const ProbeFolder folder;
  folder.stub("a.dll", R"({"exports": {"read": [{"crash": "read"}], "fail": [{"fast_fail": 7}],
                           "throw": [{"raise": "0xE06D7363", "flags": 1}], "leave": [{"exit": 9}]}})");
  const auto end_of = [&](const std::string& symbol) {
    const ProbeRun run =
        folder.steps(R"([{"load": "{site}/a.dll", "as": "a"}, {"call": ")" + symbol + R"(", "in": "a"}])");
    CHECK_FALSE(run.done());
    CHECK(run.events.back().at("event") == "begin");
    CHECK(run.events.back().at("op") == "call");
    return run.exit_code;
  };
  CHECK(end_of("read") == 0xC0000005);
  CHECK(end_of("fail") == 0xC0000409);
  CHECK(end_of("throw") == 0xE06D7363);
  CHECK(end_of("leave") == 9);
}

TEST_CASE("a crash in DllMain is a failed load, but a fast-fail there ends the process") {
  const ProbeFolder folder;
  folder.stub("crash.dll", R"({"on_attach": [{"crash": "read"}]})");
  folder.stub("fail.dll", R"({"on_attach": [{"fast_fail": 7}]})");
  CHECK(folder.steps(R"([{"load": "{site}/crash.dll"}])").first("raised").at("error") == 998);
  const ProbeRun run = folder.steps(R"([{"load": "{site}/fail.dll"}])");
  CHECK(run.exit_code == 0xC0000409);
  CHECK_FALSE(run.done());
}

TEST_CASE("what a DLL does at its detach comes after done") {
  const ProbeFolder folder;
  folder.stub("a.dll", R"({"on_detach": [{"print": "detached\n"}]})");
  folder.stub("bad.dll", R"({"on_detach": [{"terminate": 6}]})");
  const ProbeRun run = folder.steps(R"([{"load": "{site}/a.dll"}, {"print": "last"}])");
  CHECK(run.out == "last\ndetached\n");
  CHECK(run.events.back().at("event") == "done");
  const ProbeRun bad = folder.steps(R"([{"load": "{site}/bad.dll"}])");
  CHECK(bad.done());
  CHECK(bad.exit_code == 6);
}

TEST_CASE("a stub's own loads are told as well, while the step is open") {
  const ProbeFolder folder;
  folder.stub("part.dll", R"({"exports": {"version": 92700}})");
  folder.stub("front.dll", R"({"exports": {"version": [{"load": "{self_dir}/part.dll", "then_call": "version"}]}})");
  const ProbeRun run =
      folder.steps(R"([{"load": "{site}/front.dll", "as": "f"}, {"call": "version", "in": "f", "as": "v"}])");
  CHECK(run.first("state").at("results").at("v") == 92700);
  CHECK(run.loaded() == std::vector<std::string>{"front.dll", "part.dll"});
  const auto position = [&](auto matches) {
    return std::find_if(run.events.begin(), run.events.end(), matches) - run.events.begin();
  };
  const auto begin = position([](const Json& event) { return event.at("event") == "begin" && event.at("step") == 2; });
  const auto load = position(
      [](const Json& event) { return event.at("event") == "load" && base_name(event.at("module")) == "part.dll"; });
  const auto end = position([](const Json& event) { return event.at("event") == "end" && event.at("step") == 2; });
  CHECK(begin < load);
  CHECK(load < end);
}

TEST_CASE("the host's policy is set before the loader runs, and decides what is found") {
  const ProbeFolder folder;
  folder.stub("registered/b.dll");
  folder.stub("a.dll", R"({"imports": ["b.dll"]})");
  const std::string registered = path_to_utf8(folder.path() / "registered");
  const Json steps = Json::parse(R"([{"load": "{site}/a.dll"}])");
  // Without flags and without a policy, registered folders are not searched (row L63).
  const ProbeRun plain = folder.run({{"host", {{"dll_directories", {registered}}}}, {"steps", steps}});
  CHECK(plain.first("raised").at("error") == 126);
  const ProbeRun alias =
      folder.run({{"host", {{"default_dll_directories", 0xC00}, {"dll_directories", {registered}}}}, {"steps", steps}});
  CHECK(alias.first("raised").is_null());
  CHECK(alias.of_kind("begin").at(0).at("pointer") == "/host/default_dll_directories");
  CHECK(alias.of_kind("phase").at(0).at("phase") == "host");
  const ProbeRun dll_directory = folder.run({{"host", {{"set_dll_directory", registered}}}, {"steps", steps}});
  CHECK(dll_directory.first("raised").is_null());
  CHECK(dll_directory.first("state").at("dll_directory") == registered);
  // A host's folder that is not there is passed over, as the programs that register such folders do.
  const ProbeRun without = folder.run({{"host", {{"dll_directories", {registered + "-not"}}}}, {"steps", steps}});
  CHECK(without.first("raised").at("phase") == "steps");
  CHECK(without.first("raised").at("error") == 126);
}

TEST_CASE("PATH that changes in the process counts for the next load without flags") {
  const ProbeFolder folder;
  folder.stub("one/b.dll");
  folder.stub("two/b.dll");
  const ProbeRun run =
      folder.steps(R"([{"path_back": "{site}/one"}, {"path_front": "{site}/two"}, {"load": "b.dll", "as": "b"}])");
  CHECK(run.first("state").at("results").at("b") == path_to_utf8(folder.path() / "two" / "b.dll"));
}

TEST_CASE("the ANSI calls load what the ANSI page can name") {
  const ProbeFolder folder;
  folder.stub("a.dll");
  const ProbeRun run = folder.steps(R"([{"load": "{site}/a.dll", "call": "LoadLibraryA", "as": "a"},
                                        {"load": "{site}/a.dll", "call": "LoadLibraryExA", "flags": 8, "as": "b"},
                                        {"load": "{site}/a.dll", "call": "LoadLibraryW", "as": "c"}])");
  const Json results = run.first("state").at("results");
  CHECK(results.at("a") == results.at("c"));
  CHECK(run.of_kind("end").at(1).at("call") == "LoadLibraryExA");
  CHECK(run.loaded() == std::vector<std::string>{"a.dll"});
}

TEST_CASE("paths with spaces and letters of other scripts") {
  const ProbeFolder folder;
  const std::string odd = "a b/\xC3\xA4\xE6\x97\xA5\xF0\x9F\x98\x80/";
  folder.stub(odd + "x.dll");
  const ProbeRun run =
      folder.steps(R"([{"for_each": "f", "in": {"glob": "{site}/a b/*/*.dll"}, "do": [{"load": "{f}", "as": "x"}]},
                                        {"if": {"exists": "{x}"}, "then": [{"print": "{x.name}"}]}])");
  CHECK(run.first("state").at("results").at("x") ==
        path_to_utf8(folder.path() / path_from_utf8(odd + "x.dll").make_preferred()));
  CHECK(run.out == "x.dll\n");
}

TEST_CASE("paths of more than 260 letters are told whole") {
  if (!running_under_wine()) {
    SKIP("Windows allows them only where LongPathsEnabled is set");
  }
  const ProbeFolder folder;
  std::string deep;
  while (deep.size() < 400) {
    deep += "a folder with a long name/";
  }
  folder.stub(deep + "x.dll");
  const ProbeRun run = folder.run(
      {{"parameters", {{"deep", deep}}}, {"steps", Json::parse(R"([{"load": "{site}/{deep}x.dll", "as": "x"}])")}});
  const std::string path = path_to_utf8((folder.path() / (deep + "x.dll")).make_preferred());
  CHECK(run.of_kind("load").back().at("module") == path);
  CHECK(run.first("state").at("results").at("x") == path);
}

TEST_CASE("globs take files by their long names, folders too") {
  const ProbeFolder folder;
  folder.text("lib/a.dll", "");
  folder.text("lib/B.DLL", "");
  folder.text("lib/c.dllx", "");
  folder.text("lib/d.dll/x", "");
  const ProbeRun run =
      folder.steps(R"([{"for_each": "f", "in": {"glob": "{site}/lib/*.dll"}, "do": [{"print": "{f.name}"}]}])");
  CHECK(run.out == "a.dll\nB.DLL\nd.dll\n");
}

TEST_CASE("the machine of an image is read from its header") {
  const ProbeFolder folder;
  folder.stub("x64.dll");
  folder.stub("arm64.dll", R"({"machine": "arm64"})");
  folder.stub("x86.dll", R"({"machine": "x86"})");
  folder.text("none.dll", "MZ");
  const ProbeRun run = folder.steps(R"([{"for_each": "m", "in": ["x64", "x86", "arm64", "none"], "do": [
      {"if": {"machine_of": "{site}/{m}.dll", "is": "{m}"}, "then": [{"print": "{m}"}]}]}])");
  CHECK(run.out == "x64\nx86\narm64\n");
}

TEST_CASE("the error mode that a program sees starts at 0 and is its own") {
  const ProbeFolder folder;
  const ProbeRun run = folder.steps(R"([{"error_mode": 1, "as": "first"}, {"error_mode": 0, "as": "second"}])");
  CHECK(run.first("state").at("results") == Json{{"first", 0}, {"second", 1}});
}

}  // namespace
}  // namespace dllrepro::probe

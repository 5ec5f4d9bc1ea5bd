// SPDX-License-Identifier: MIT
// The probe as a program: what it links, how it is started, what it writes.
#include <algorithm>
#include <cctype>

#include <catch2/catch_test_macros.hpp>

#include "harness/pe/reader.hpp"
#include "harness/probe/exit_codes.hpp"
#include "harness/probe/test_probe.hpp"
#include "harness/util/paths.hpp"
#include "harness/util/windows_api.hpp"
#include "harness/util/windows_text.hpp"

namespace dllrepro::probe {
namespace {

using testing::probe_program;
using testing::ProbeFolder;
using testing::ProbeRun;

std::uint32_t code(ProbeExit exit) {
  return static_cast<std::uint32_t>(exit);
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

pe::Image probe_image() {
  return pe::read_file(probe_program());
}

TEST_CASE("the probe links nothing that could meet a DLL of the tree") {
  for (const pe::ImportedModule& module : probe_image().imports) {
    std::string name = module.name;
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    INFO(name);
    CHECK(
        (name == "kernel32.dll" || name == "ntdll.dll" || name == "msvcrt.dll" || name.starts_with("api-ms-win-crt-")));
  }
}

TEST_CASE("the probe says to Windows what python.exe says of long paths") {
  const pe::Image image = probe_image();
  REQUIRE(image.manifests.size() == 1);
  CHECK(holds(image.manifests[0].text, "<longPathAware"));
  CHECK(holds(image.manifests[0].text, "{8e0f7a12-bfb3-4fe8-b9a5-48fd50a15a9a}"));
}

TEST_CASE("help is printed, and a command line that can't be understood has its own exit code") {
  const ProbeFolder folder;
  const ProbeRun help = folder.run_with({L"--help"});
  CHECK(help.exit_code == 0);
  CHECK(holds(help.out, "--events HANDLE|FILE"));
  for (const auto& words : std::vector<std::vector<std::wstring>>{{},
                                                                  {L"--plan"},
                                                                  {L"--plan", L"x"},
                                                                  {L"--events", L"x", L"--plam", L"x"},
                                                                  {L"--plan", L"", L"--events", L"x"}}) {
    const ProbeRun run = folder.run_with(words);
    CHECK(run.exit_code == code(ProbeExit::Usage));
    CHECK(holds(run.error, "see --help"));
  }
}

TEST_CASE("a plan that can't be read or is none has its own exit code and a message") {
  const ProbeFolder folder;
  const std::wstring events = (folder.path() / "events.jsonl").wstring();
  const std::wstring plan = (folder.path() / "plan.json").wstring();
  CHECK(folder.run_with({L"--plan", plan, L"--events", events}).exit_code == code(ProbeExit::NoPlan));

  folder.text("plan.json", "{\n  \"protocol\": 1,\n  \"steps\": [ { \"lod\": 1 } ]\n}");
  const ProbeRun misspelt = folder.run_with({L"--plan", plan, L"--events", events});
  CHECK(misspelt.exit_code == code(ProbeExit::BadPlan));
  CHECK(holds(misspelt.error, "plan.json:3:16: there is no operation \"lod\"; did you mean \"load\"?"));
  CHECK(misspelt.events.empty());

  folder.text("plan.json", "{ \"protocol\": ");
  CHECK(folder.run_with({L"--plan", plan, L"--events", events}).exit_code == code(ProbeExit::BadPlan));

  folder.text("plan.json", R"({"protocol": 1, "parameters": {"a": "{b}", "b": "{a}"}})");
  CHECK(folder.run_with({L"--plan", plan, L"--events", events}).exit_code == code(ProbeExit::BadPlan));
}

TEST_CASE("events that can't be written have their own exit code") {
  const ProbeFolder folder;
  folder.text("plan.json", R"({"protocol": 1})");
  const std::wstring plan = (folder.path() / "plan.json").wstring();
  CHECK(folder.run_with({L"--plan", plan, L"--events", L"987654"}).exit_code == code(ProbeExit::NoEventPipe));
  CHECK(folder.run_with({L"--plan", plan, L"--events", (folder.path() / "none/x").wstring()}).exit_code ==
        code(ProbeExit::NoEventPipe));
}

TEST_CASE("a plan may come by standard input, and events may go nowhere") {
  const ProbeFolder folder;
  const ProbeRun run = folder.run_with({L"--plan", L"-", L"--events", L"NUL"},
                                       R"({"protocol": 1, "steps": [{"print": "seen"}, {"exit": 5}]})");
  CHECK(run.out == "seen\n");
  CHECK(run.exit_code == 5);
}

TEST_CASE("events come through an inherited pipe, and the probe's children don't keep it open") {
  const ProbeFolder folder;
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  HANDLE read_end = nullptr;
  HANDLE write_end = nullptr;
  REQUIRE(CreatePipe(&read_end, &write_end, &inherited, 1 << 20));
  SetHandleInformation(read_end, HANDLE_FLAG_INHERIT, 0);
  folder.text("plan.json", R"({"protocol": 1, "steps": [
    {"start_process": {"operations": [{"sleep_ms": 20000}]}, "wait": false}]})");
  const ProbeRun run = folder.run_with({L"--plan", (folder.path() / "plan.json").wstring(), L"--events",
                                        std::to_wstring(reinterpret_cast<std::uintptr_t>(write_end))});
  CloseHandle(write_end);
  CHECK(run.exit_code == 0);
  std::string lines;
  char bytes[4096];
  DWORD read = 0;
  // Ends with the last writer's end: at once, while the child that was started still sleeps.
  const ULONGLONG start = GetTickCount64();
  while (ReadFile(read_end, bytes, sizeof bytes, &read, nullptr) && read > 0) {
    lines.append(bytes, read);
  }
  CHECK(GetTickCount64() - start < 10'000);
  CloseHandle(read_end);
  CHECK(holds(lines, R"({"event":"start",)"));
  CHECK(lines.ends_with("}\n"));
  CHECK(holds(lines, R"({"event":"done",)"));
}

TEST_CASE("a run tells its phases, its state and its end") {
  const ProbeFolder folder;
  const ProbeRun run = folder.run({{"parameters", {{"greeting", "hello"}}},
                                   {"loader", {{{"set", {{"a", "{greeting}"}}}}}},
                                   {"steps", {{{"set_environment", {{"PROBE_TEST", "{a}"}}}}}}});
  CHECK(run.exit_code == 0);
  const Json start = run.events.front();
  CHECK(start.at("event") == "start");
  CHECK(start.at("protocol") == 1);
  CHECK(start.at("exe") == path_to_utf8(probe_program()));
  CHECK(start.at("under_wine") == start.at("system").get<std::string>().starts_with("Wine "));
  std::vector<std::string> phases;
  for (const Json& phase : run.of_kind("phase")) {
    phases.push_back(phase.at("phase"));
  }
  CHECK(phases == std::vector<std::string>{"host", "loader", "steps", "finish"});
  CHECK(run.first("begin").at("pointer") == "/steps/0");
  const Json state = run.first("state");
  CHECK(state.at("results") == Json{{"a", "hello"}});
  CHECK(state.at("environment").at("PROBE_TEST") == "hello");
  CHECK(state.at("modules").at(0) == path_to_utf8(probe_program()));
  CHECK(state.at("working_directory") == path_to_utf8(folder.path()));
  CHECK(state.at("dll_directory") == "");
  CHECK(run.events.back().at("event") == "done");
  double before = 0;
  for (const Json& event : run.events) {
    CHECK(event.at("at").get<double>() >= before);
    before = event.at("at").get<double>();
  }
}

TEST_CASE("an uncaught error skips what is left, and still the state is told") {
  const ProbeFolder folder;
  const ProbeRun run = folder.run(
      {{"loader", Json::parse(R"([{"raise": "no"}])")}, {"steps", Json::parse(R"([{"print": "not reached"}])")}});
  CHECK(run.exit_code == 0);
  CHECK(run.first("raised").at("phase") == "loader");
  CHECK(run.out.empty());
  CHECK(run.done());
  CHECK(run.of_kind("phase").back().at("phase") == "finish");
}

TEST_CASE("output goes to its stream as it is") {
  const ProbeFolder folder;
  const ProbeRun run = folder.steps(R"([{"print": "a\u00e9\ud83d\ude00"}, {"print": "b", "to": "stderr"}])");
  CHECK(run.out == "a\xC3\xA9\xF0\x9F\x98\x80\n");
  CHECK(run.error == "b\n");
}

TEST_CASE("an exit of the program's own has its code, at once or in order") {
  const ProbeFolder folder;
  const ProbeRun in_order = folder.steps(R"([{"exit": 3}])");
  CHECK(in_order.exit_code == 3);
  CHECK(in_order.done());
  const ProbeRun at_once = folder.steps(R"([{"exit": 4, "how": "exit_process"}])");
  CHECK(at_once.exit_code == 4);
  CHECK_FALSE(at_once.done());
  const ProbeRun terminated = folder.steps(R"([{"exit": "0xC0000005", "how": "terminate_process"}])");
  CHECK(terminated.exit_code == 0xC0000005);
}

TEST_CASE("threads run beside the program, and may outlive it") {
  const ProbeFolder folder;
  const ProbeRun run = folder.steps(R"([
    {"start_thread": [{"print": "in the thread"}, {"raise": "lost"}], "as": "t"}, {"join": "t"},
    {"start_thread": [{"sleep_ms": 30000}], "as": "slow"},
    {"join": "slow", "timeout_ms": 10, "on_error": "warn"}])");
  CHECK(run.exit_code == 0);
  CHECK(run.done());
  CHECK(run.out == "in the thread\n");
  CHECK(run.of_kind("warning").at(0).at("message") == "Exception in thread: RuntimeError: lost");
  CHECK(run.of_kind("warning").at(1).at("message") == "the thread did not end within 10 ms");
}

TEST_CASE("a second probe runs operations of its own, with its output brought back") {
  const ProbeFolder folder;
  const ProbeRun run = folder.steps(R"([
    {"set": {"name": "version.dll"}},
    {"start_process": {"operations": [{"get_handle": "kernel32.dll", "as": "k"}, {"print": "{name} {k.name}"},
                                      {"exit": 7}]},
     "as": "child", "capture": true},
    {"start_process": {"operations": [{"sleep_ms": 60000}]}, "as": "slow", "timeout_ms": 300, "on_error": "ignore"},
    {"start_process": {"program": "{site}/none.exe"}, "as": "none", "on_error": "ignore"}])");
  const Json results = run.first("state").at("results");
  CHECK(results.at("child") == 7);
  CHECK(results.at("child.output") == "version.dll kernel32.dll");
  CHECK(results.at("slow").is_null());
  CHECK(results.at("none.error") == 2);
}

}  // namespace
}  // namespace dllrepro::probe

// SPDX-License-Identifier: MIT
// Whatever a child starts ends with it, and is named.
#include <cstdio>

#include <catch2/catch_test_macros.hpp>

#include "harness/process/child_test_support.hpp"
#include "harness/util/windows_handle.hpp"
#include "harness/util/wine.hpp"

using namespace dllrepro;
using namespace dllrepro::process;

namespace {

/// The one survivor of a run, killed.
void check_survivor(const ChildReport& report) {
  CHECK(exit_code(report) == 0);
  const Events survivors = events_of(report, "survivor");
  REQUIRE(survivors.size() == 1);
  CHECK(survivors[0]["pid"].dump() == report.standard_output.text());
  CHECK(survivors[0]["exe"].get<std::string>().ends_with("process-test-child.exe"));
}

}  // namespace

TEST_CASE("a grandchild that outlives its parent is named and killed") {
  check_survivor(run({"leave-grandchild"}));
}

TEST_CASE("a grandchild that holds its parent's output open does not hold the harness up") {
  check_survivor(run({"leave-grandchild-with-output"}));
}

TEST_CASE("no child can leave its job") {
  // CREATE_BREAKAWAY_FROM_JOB is refused with 5 (access denied). Wine 8.0 ignores the flag: the grandchild stays, too.
  const ChildReport report = run({"break-away"});
  if (exit_code(report) == 0) {
    CHECK(running_under_wine());
    check_survivor(report);
    return;
  }
  CHECK(exit_code(report) == ERROR_ACCESS_DENIED);
  CHECK(report.standard_output.text().empty());  // the id of a grandchild that was started
  CHECK(events_of(report, "survivor").empty());
}

// Not run by itself: what the next test starts as a harness of its own.
TEST_CASE("a harness that waits to be killed", "[.harness]") {
  run_child(command({"start-and-hang"}), k_long_clocks,
            [](const Event& event) {
              if (event["event"] == "start") {
                return;
              }
              std::printf("child %u\n", event["pid"].get<unsigned>());
              std::fflush(stdout);
            },
            {});
}

TEST_CASE("a harness that is killed leaves no child") {
  SECURITY_ATTRIBUTES inheritable{sizeof inheritable, nullptr, TRUE};
  HANDLE read_end = nullptr;
  HANDLE write_end = nullptr;
  REQUIRE(::CreatePipe(&read_end, &write_end, &inheritable, 0) != 0);
  const Handle output(read_end);
  Handle harness_end(write_end);

  std::wstring program(32768, L'\0');
  program.resize(::GetModuleFileNameW(nullptr, program.data(), static_cast<DWORD>(program.size())));
  std::wstring line = L"\"" + program + L"\" [.harness]";
  STARTUPINFOW info{};
  info.cb = sizeof info;
  info.dwFlags = STARTF_USESTDHANDLES;
  info.hStdOutput = harness_end.get();
  PROCESS_INFORMATION process{};
  REQUIRE(::CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, TRUE, DETACHED_PROCESS, nullptr, nullptr,
                           &info, &process) != 0);
  const Handle harness(process.hProcess);
  Handle(process.hThread).close();
  harness_end.close();

  std::string text;
  unsigned child_id = 0;
  char byte = 0;
  DWORD count = 0;
  while (child_id == 0 && ::ReadFile(output.get(), &byte, 1, &count, nullptr) != 0 && count == 1) {
    text += byte;
    if (const std::size_t at = text.find("child "); byte == '\n' && at != std::string::npos) {
      child_id = static_cast<unsigned>(std::stoul(text.substr(at + 6)));
    }
  }
  INFO(text);
  REQUIRE(child_id != 0);
  const Handle child(::OpenProcess(SYNCHRONIZE, FALSE, child_id));
  REQUIRE(child);
  CHECK(::WaitForSingleObject(child.get(), 0) == WAIT_TIMEOUT);

  REQUIRE(::TerminateProcess(harness.get(), 1) != 0);
  CHECK(::WaitForSingleObject(child.get(), 30'000) == WAIT_OBJECT_0);
}

// SPDX-License-Identifier: MIT
#include "harness/trace/tracer.hpp"

#include <algorithm>

#include <catch2/catch_test_macros.hpp>

#include "harness/trace/program_file.hpp"
#include "harness/util/temporary_folder.hpp"
#include "harness/util/windows_api.hpp"

using namespace dllrepro;
using namespace dllrepro::trace;
using namespace std::chrono_literals;

namespace {

struct Seen {
  process::Ending ending;
  std::vector<Step> steps;

  [[nodiscard]] std::vector<Step> of(Step::Kind kind) const {
    std::vector<Step> some;
    std::copy_if(steps.begin(), steps.end(), std::back_inserter(some),
                 [&](const Step& step) { return step.kind == kind; });
    return some;
  }
};

Seen traced(std::vector<std::string> arguments, std::chrono::milliseconds limit = 60s, std::stop_token stop = {},
            const std::filesystem::path& program = DLLREPRO_TEST_CHILD) {
  TraceCommand command;
  command.program = program;
  command.arguments = std::move(arguments);
  command.arguments.insert(command.arguments.end(), {"--events", "0"});
  command.limit = limit;
  Seen seen;
  seen.ending = run_traced(command, [&](const Step& step) { seen.steps.push_back(step); }, std::move(stop));
  return seen;
}

std::uint32_t exit_code(const Seen& seen) {
  REQUIRE(std::holds_alternative<process::Exited>(seen.ending));
  return std::get<process::Exited>(seen.ending).code;
}

bool is_running(std::uint32_t id) {
  const HANDLE process = ::OpenProcess(SYNCHRONIZE, FALSE, id);
  const bool runs = process != nullptr && ::WaitForSingleObject(process, 0) == WAIT_TIMEOUT;
  if (process != nullptr) {
    ::CloseHandle(process);
  }
  return runs;
}

}  // namespace

TEST_CASE("A program is seen from its start to its exit code, all 32 bits of it") {
  const Seen seen = traced({"exit", "0xC0FFEE42"});
  CHECK(exit_code(seen) == 0xC0FFEE42);
  REQUIRE(seen.of(Step::Kind::Process).size() == 1);
  const Step& begin = seen.steps.front();
  CHECK(begin.kind == Step::Kind::Process);
  CHECK(begin.parent == 0);
  CHECK(base_name(begin.module) == "process-test-child.exe");
  CHECK(std::any_of(begin.imports.begin(), begin.imports.end(),
                    [](const std::string& name) { return name == "KERNEL32.dll"; }));
  CHECK(seen.steps.back().kind == Step::Kind::Exit);
  CHECK(seen.steps.back().status == 0xC0FFEE42);
  CHECK(seen.steps.back().at >= begin.at);
  const auto mapped = seen.of(Step::Kind::Mapped);
  CHECK(std::any_of(mapped.begin(), mapped.end(), [](const Step& step) {
    return base_name(step.module) == "kernel32.dll" || base_name(step.module) == "KERNEL32.DLL";
  }));
}

TEST_CASE("A crash has its status and its place") {
  const Seen seen = traced({"crash"});
  CHECK(exit_code(seen) == 0xC0000005);
  const auto exceptions = seen.of(Step::Kind::Exception);
  REQUIRE(exceptions.size() == 1);
  CHECK(exceptions[0].status == 0xC0000005);
  CHECK(exceptions[0].last_chance);
  CHECK(exceptions[0].place.find("process-test-child.exe+0x") == 0);
}

TEST_CASE("A program that never ends is ended by the limit") {
  const auto begin = std::chrono::steady_clock::now();
  const Seen seen = traced({"hang"}, 1500ms);
  CHECK(std::chrono::steady_clock::now() - begin < 30s);
  REQUIRE(std::holds_alternative<process::Killed>(seen.ending));
  CHECK(seen.of(Step::Kind::TimeOver).size() == 1);
  CHECK_FALSE(is_running(seen.steps.front().process));
}

TEST_CASE("A request to stop ends it") {
  std::stop_source source;
  source.request_stop();
  CHECK(std::holds_alternative<process::Cancelled>(traced({"hang"}, 60s, source.get_token()).ending));
}

TEST_CASE("A process that the program leaves behind is told and killed") {
  const Seen seen = traced({"leave-grandchild"});
  CHECK(exit_code(seen) == 0);
  const auto begun = seen.of(Step::Kind::Process);
  const auto left = seen.of(Step::Kind::LeftBehind);
  // Wine's desktop may be a third process; it is not left behind by the program.
  REQUIRE(begun.size() >= 2);
  REQUIRE(left.size() == 1);
  const auto with_id = [&](std::uint32_t process) {
    return std::find_if(begun.begin(), begun.end(), [&](const Step& step) { return step.process == process; });
  };
  const auto grandchild = with_id(left[0].process);
  REQUIRE(grandchild != begun.end());
  CHECK(with_id(grandchild->parent) != begun.end());
  CHECK_FALSE(is_running(left[0].process));
}

TEST_CASE("A program with the name of one of the system's helpers is traced like any other") {
  const TemporaryFolder folder;
  for (const char* name : {"explorer.exe", "conhost.exe"}) {
    const std::filesystem::path program = folder.path() / name;
    std::filesystem::copy_file(DLLREPRO_TEST_CHILD, program);
    const Seen seen = traced({"exit", "7"}, 60s, {}, program);
    CHECK(exit_code(seen) == 7);
    REQUIRE(seen.of(Step::Kind::Process).size() == 1);
    CHECK(base_name(seen.steps.front().module) == name);
  }
}

TEST_CASE("What can't be started says why") {
  TraceCommand command;
  command.program = "C:\\no such folder\\x.exe";
  command.limit = 10s;
  const process::Ending ending = run_traced(command, [](const Step&) {}, {});
  REQUIRE(std::holds_alternative<process::NotStarted>(ending));
  CHECK_FALSE(std::get<process::NotStarted>(ending).message.empty());
}

TEST_CASE("Programs are found as a command line means them") {
  CHECK(base_name(find_program("cmd").string()) == "cmd.exe");
  CHECK(find_program("no-such-program-anywhere").empty());
  std::filesystem::path named = DLLREPRO_TEST_CHILD;
  named.replace_extension();
  CHECK(why_no_program(find_program(named.string())).empty());
}

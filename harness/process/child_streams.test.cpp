// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>
#include <stdexcept>

#include "harness/process/child_test_support.hpp"
#include "harness/util/windows_api.hpp"

// After windows.h, which it needs.
#include <psapi.h>

using namespace dllrepro::process;

namespace {

std::size_t peak_memory() {
  PROCESS_MEMORY_COUNTERS counters{};
  REQUIRE(::K32GetProcessMemoryInfo(::GetCurrentProcess(), &counters, sizeof counters) != 0);
  return counters.PeakWorkingSetSize;
}

}  // namespace

TEST_CASE("output and error are captured apart, events beside them") {
  const ChildReport report = run({"talk-on-both"});
  std::string output;
  std::string error;
  for (int count = 0; count < 1000; ++count) {
    output += "out " + std::to_string(count) + "\n";
    error += "err " + std::to_string(count) + "\n";
  }
  CHECK((report.standard_output.text() == output));
  CHECK((report.standard_error.text() == error));
  CHECK(report.saw_done);
  CHECK(kinds(report) == "spawned start done exited");
}

TEST_CASE("a gigabyte of output does not grow the harness") {
  constexpr std::uint64_t k_bytes = std::uint64_t{1} << 30;
  const std::size_t before = peak_memory();
  REQUIRE(before > 0);
  const ChildReport report = run({"flood", std::to_string(k_bytes)});
  CHECK(exit_code(report) == 0);
  CHECK(report.standard_output.total_bytes == k_bytes + 9);
  CHECK(report.standard_output.head.starts_with("first...."));
  CHECK(report.standard_output.tail.ends_with("....last"));
  CHECK(peak_memory() - before < (std::size_t{64} << 20));
}

TEST_CASE("lines on the event pipe that are no events are told as garbage") {
  const ChildReport report = run({"garbage"});
  CHECK(kinds(report) == "spawned garbage garbage garbage done exited");
  CHECK(report.events.at(1)["text"] == "what is this?");
  CHECK(report.saw_done);
}

TEST_CASE("what was said before a death is kept, an unfinished line as garbage") {
  const ChildReport report = run({"cut-short"});
  CHECK(kinds(report) == "spawned start garbage exited");
  CHECK(exit_code(report) == 9);
  CHECK_FALSE(report.saw_done);
}

TEST_CASE("an event pipe that the child closes is told while the child lives on") {
  Clocks clocks = k_long_clocks;
  clocks.silence = 500ms;
  const ChildReport report = run({"close-events"}, clocks);
  CHECK(kinds(report) == "spawned start pipe_closed clock");
}

TEST_CASE("events are handed on in order as they come, from the caller's thread") {
  Events seen;
  const DWORD thread = ::GetCurrentThreadId();
  const ChildReport report = run_child(command({"talk-on-both"}), k_long_clocks,
                                       [&](const Event& event) {
                                         CHECK(::GetCurrentThreadId() == thread);
                                         seen.push_back(event);
                                       },
                                       {});
  CHECK((seen == report.events));
}

TEST_CASE("a sink that throws leaves no child behind") {
  std::uint32_t process_id = 0;
  const auto sink = [&](const Event& event) {
    if (event["event"] == "spawned") {
      process_id = event["pid"];
    } else {
      throw std::runtime_error("disk full");
    }
  };
  CHECK_THROWS_AS(run_child(command({"start-and-hang"}), k_long_clocks, sink, {}), std::runtime_error);
  REQUIRE(process_id != 0);
  CHECK_FALSE(is_running(process_id));
}

// SPDX-License-Identifier: MIT
// Each clock trips on the child that it is there for. Limits are short to be quick; how long it took is not looked at.
#include <catch2/catch_test_macros.hpp>

#include "harness/process/child_test_support.hpp"

using namespace dllrepro::process;

namespace {

Event clock_event(const ChildReport& report, Clock clock) {
  INFO(Event(report.events).dump());
  REQUIRE(std::holds_alternative<Killed>(report.ending));
  CHECK(std::get<Killed>(report.ending).clock == clock);
  const Events events = events_of(report, "clock");
  REQUIRE(events.size() == 1);
  CHECK(events[0]["clock"] == name_of(clock));
  CHECK(events_of(report, "exited").empty());
  return events[0];
}

bool names(const Event& modules, const std::string& module) {
  for (const Event& path : modules) {
    if (path.get<std::string>().ends_with(module)) {
      return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("the start clock trips on a child that never says anything") {
  Clocks clocks = k_long_clocks;
  clocks.start = 300ms;
  const Event event = clock_event(run({"hang"}, clocks), Clock::Start);
  CHECK(event["phase"] == "start");
  CHECK_FALSE(event.contains("step"));
}

TEST_CASE("the step clock trips on a step that does not end, and the evidence names it") {
  Clocks clocks = k_long_clocks;
  clocks.step = 300ms;
  const Event event = clock_event(run({"hang-in-step"}, clocks), Clock::Step);
  CHECK(event["phase"] == "loader");
  CHECK(event["step"] == 2);
  CHECK(event["pointer"] == "/loader/1");
  CHECK(event["op"] == "call");
  CHECK(names(event["modules"], "process-test-child.exe"));
  CHECK(names(event["modules"], "ntdll.dll"));
  REQUIRE(event["threads"].size() >= 2);
  CHECK(event["threads"][0]["id"].is_number());
  CHECK(event["threads"][0]["start"].is_string());
  CHECK(event["processes"].empty());
}

TEST_CASE("the silence clock trips on a child that falls silent outside of a step") {
  Clocks clocks = k_long_clocks;
  clocks.silence = 400ms;
  clock_event(run({"start-and-hang"}, clocks), Clock::Silence);
}

TEST_CASE("the exit clock trips on a child that does not go after its last line") {
  Clocks clocks = k_long_clocks;
  clocks.exit = 300ms;
  const ChildReport report = run({"hang-after-done"}, clocks);
  CHECK(clock_event(report, Clock::Exit)["phase"] == "exit");
  CHECK(report.saw_done);
}

TEST_CASE("the cell clock trips on a child that goes on for ever") {
  Clocks clocks = k_long_clocks;
  clocks.cell = 700ms;
  clock_event(run({"talk-forever"}, clocks), Clock::Cell);
}

TEST_CASE("what a killed child had started goes with it, and is named") {
  Clocks clocks = k_long_clocks;
  clocks.exit = 200ms;
  const ChildReport report = run({"hang-with-grandchild"}, clocks);
  const Event event = clock_event(report, Clock::Exit);
  REQUIRE(event["processes"].size() == 1);
  CHECK(event["processes"][0]["exe"].get<std::string>().ends_with("process-test-child.exe"));
  CHECK_FALSE(is_running(event["processes"][0]["pid"]));
}

// SPDX-License-Identifier: MIT
#include "harness/process/watch.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro::process;
using namespace std::chrono_literals;

namespace {

const Watch::Time k_start{};
const Clocks k_clocks{10s, 20s, 30s, 5s, 100s};

Event begin(int step, const char* op) {
  return {{"event", "begin"}, {"step", step}, {"pointer", "/steps/0"}, {"op", op}};
}

Event end(int step) {
  return {{"event", "end"}, {"step", step}, {"result", "ok"}};
}

bool is(const Watch::Deadline& deadline, Clock clock, std::chrono::seconds after) {
  return deadline.clock == clock && deadline.time == k_start + after;
}

}  // namespace

TEST_CASE("the start clock runs until the first event, output or not") {
  Watch watch(k_clocks, k_start);
  CHECK(is(watch.next(), Clock::Start, 10s));
  watch.saw_output(k_start + 5s);
  CHECK(is(watch.next(), Clock::Start, 10s));
  CHECK(watch.where() == Event{{"phase", "start"}});
  watch.saw_event({{"event", "start"}}, k_start + 7s);
  CHECK(is(watch.next(), Clock::Silence, 37s));
}

TEST_CASE("the step clock runs while a step is open, anew for each that begins or ends") {
  Watch watch(k_clocks, k_start);
  watch.saw_event({{"event", "phase"}, {"phase", "loader"}}, k_start + 1s);
  watch.saw_event(begin(1, "for_each"), k_start + 2s);
  CHECK(is(watch.next(), Clock::Step, 22s));
  watch.saw_event(begin(2, "load"), k_start + 3s);
  CHECK(is(watch.next(), Clock::Step, 23s));
  CHECK(watch.where() == Event{{"phase", "loader"}, {"step", 2}, {"pointer", "/steps/0"}, {"op", "load"}});
  watch.saw_event({{"event", "load"}, {"module", "x"}}, k_start + 4s);
  CHECK(is(watch.next(), Clock::Step, 23s));
  watch.saw_event(end(2), k_start + 5s);
  CHECK(is(watch.next(), Clock::Step, 25s));
  CHECK(watch.where()["op"] == "for_each");
  watch.saw_event(end(1), k_start + 6s);
  CHECK(is(watch.next(), Clock::Silence, 36s));
  CHECK_FALSE(watch.where().contains("step"));
}

TEST_CASE("the exit clock runs from the last line on") {
  Watch watch(k_clocks, k_start);
  watch.saw_event(begin(1, "load"), k_start + 2s);
  CHECK_FALSE(watch.saw_done());
  watch.saw_event({{"event", "done"}}, k_start + 3s);
  CHECK(watch.saw_done());
  CHECK(is(watch.next(), Clock::Exit, 8s));
  CHECK(watch.where()["phase"] == "exit");
  watch.saw_event({{"event", "done"}}, k_start + 7s);
  watch.saw_output(k_start + 7s);
  CHECK(is(watch.next(), Clock::Exit, 8s));
}

TEST_CASE("the silence clock starts anew with events and with output") {
  Watch watch(k_clocks, k_start);
  watch.saw_event({{"event", "start"}}, k_start + 1s);
  CHECK(is(watch.next(), Clock::Silence, 31s));
  watch.saw_output(k_start + 20s);
  CHECK(is(watch.next(), Clock::Silence, 50s));
}

TEST_CASE("the cell clock ends a child that never stops talking") {
  Watch watch(k_clocks, k_start);
  watch.saw_event({{"event", "start"}}, k_start + 1s);
  watch.saw_output(k_start + 99s);
  CHECK(is(watch.next(), Clock::Cell, 100s));
}

TEST_CASE("of clocks that trip together the one that says most is named") {
  Watch watch({10s, 10s, 10s, 10s, 10s}, k_start);
  CHECK(watch.next().clock == Clock::Start);
  watch.saw_event(begin(1, "load"), k_start);
  CHECK(watch.next().clock == Clock::Step);
  watch.saw_event(end(1), k_start);
  CHECK(watch.next().clock == Clock::Silence);
  watch.saw_event({{"event", "done"}}, k_start);
  CHECK(watch.next().clock == Clock::Exit);
}

TEST_CASE("events with members of the wrong type do no harm") {
  Watch watch(k_clocks, k_start);
  watch.saw_event({{"event", "phase"}, {"phase", 3}}, k_start);
  watch.saw_event({{"event", "begin"}}, k_start);
  CHECK(watch.where() == Event{{"phase", "start"}});
  CHECK(watch.next().clock == Clock::Step);
  watch.saw_event({{"event", "end"}, {"step", "one"}}, k_start);
  CHECK(watch.next().clock == Clock::Step);
  watch.saw_event({{"event", "end"}}, k_start);
  CHECK(watch.next().clock == Clock::Silence);
}

// SPDX-License-Identifier: MIT
#include "harness/run/fold.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "harness/util/error.hpp"

namespace dllrepro::run {
namespace {

using process::Clock;
using process::Ending;
using process::Events;
using process::Exited;
using process::Killed;
using process::NotStarted;

Events parse(const char* text) {
  return Json::parse(text).get<Events>();
}

/// A load that went well, then the program's end.
const char* const k_whole = R"([
  {"event": "spawned", "pid": 8}, {"event": "start", "pid": 8}, {"event": "phase", "phase": "loader"},
  {"event": "begin", "step": 1, "pointer": "/loader/0", "op": "load"},
  {"event": "load", "module": "torch/lib/c10.dll"},
  {"event": "end", "step": 1, "result": "ok"},
  {"event": "phase", "phase": "finish"}, {"event": "state", "modules": []}, {"event": "done"},
  {"event": "exited", "code": 0}])";

/// A load that failed and that nothing caught.
Events raised_by(const char* operation, const char* type, unsigned error) {
  Events events = parse(R"([
    {"event": "start"}, {"event": "phase", "phase": "loader"},
    {"event": "begin", "step": 1, "pointer": "/loader/0", "op": "?"},
    {"event": "end", "step": 1, "result": "error"},
    {"event": "raised", "module": "torch/lib/zz.dll", "message": "[WinError 193] no", "step": 1, "phase": "loader"},
    {"event": "phase", "phase": "finish"}, {"event": "done"}, {"event": "exited", "code": 0}])");
  events[2]["op"] = operation;
  events[4]["type"] = type;
  events[4]["error"] = error;
  return events;
}

}  // namespace

TEST_CASE("A program that ends and a process that exits with 0 are ok") {
  const Outcome outcome = fold(parse(k_whole), Exited{0});
  CHECK(outcome.kind == OutcomeKind::Ok);
  CHECK(outcome.phase.empty());
  CHECK(outcome.event == 9);
}

TEST_CASE("An uncaught failure of a load is a load error, of anything else a call error") {
  struct Case {
    const char* operation;
    const char* type;
    unsigned error;
    OutcomeKind kind;
  };
  const Case given = GENERATE(
      Case{"load", "OSError", 193, OutcomeKind::LoadError}, Case{"import", "ImportError", 126, OutcomeKind::LoadError},
      Case{"ctypes_load", "FileNotFoundError", 126, OutcomeKind::LoadError},
      Case{"raise", "OSError", 126, OutcomeKind::LoadError}, Case{"reraise", "OSError", 1114, OutcomeKind::LoadError},
      Case{"reraise", "AttributeError", 127, OutcomeKind::CallError},
      Case{"raise", "RuntimeError", 0, OutcomeKind::CallError},
      Case{"raise", "RuntimeError", 126, OutcomeKind::CallError},
      Case{"call", "AttributeError", 127, OutcomeKind::CallError},
      Case{"get_handle", "OSError", 126, OutcomeKind::CallError},
      Case{"import", "ModuleNotFoundError", 0, OutcomeKind::CallError});
  CAPTURE(given.operation, given.type);
  const Outcome outcome = fold(raised_by(given.operation, given.type, given.error), Exited{0});
  CHECK(outcome.kind == given.kind);
  CHECK(outcome.error == given.error);
  CHECK(outcome.module == "torch/lib/zz.dll");
  CHECK(outcome.phase == "loader");
  CHECK(outcome.step == "/loader/0");
  CHECK(outcome.message == "[WinError 193] no");
  CHECK(outcome.event == 4);
}

TEST_CASE("An interpreter that returns 1 after an exception has raised it") {
  Events events = raised_by("load", "OSError", 193);
  CHECK(fold(events, Exited{1}).kind == OutcomeKind::LoadError);
  CHECK(fold(events, Exited{2}).kind == OutcomeKind::Exit);
  const Outcome crash = fold(events, Exited{0xC0000005U});
  CHECK(crash.kind == OutcomeKind::Crash);
  CHECK(crash.phase == "exit");
  CHECK(crash.message == "[WinError 193] no");
}

TEST_CASE("A step that is named by its pointer is found as well") {
  Events events = raised_by("load", "OSError", 126);
  events[4]["step"] = "/loader/0";
  CHECK(fold(events, Exited{0}).step == "/loader/0");
  events[4].erase("step");
  const Outcome interpreter = fold(events, Exited{0});
  CHECK(interpreter.kind == OutcomeKind::LoadError);
  CHECK(interpreter.step.empty());
}

TEST_CASE("Exit codes tell exceptions from what a program returned") {
  for (const std::uint32_t code :
       {0x80000003U, 0xC0000005U, 0xC0000409U, 0xC06D007EU, 0xC06D007FU, 0xE06D7363U, 0xC0000374U, 0x40000015U}) {
    CAPTURE(code);
    CHECK(is_exception_code(code));
  }
  for (const std::uint32_t code : {0U, 1U, 3U, 7U, 255U, 256U, 259U, 0x40010004U, 0xFFFFFFFFU, 0xFFFFFF85U}) {
    CAPTURE(code);
    CHECK_FALSE(is_exception_code(code));
  }
}

TEST_CASE("A process that ends in the middle keeps what it was doing") {
  const Events events = parse(R"([
    {"event": "start"}, {"event": "phase", "phase": "steps"},
    {"event": "begin", "step": 3, "pointer": "/steps/0", "op": "call"},
    {"event": "begin", "step": 4, "pointer": "/steps/0/do/1", "op": "load"},
    {"event": "load", "module": "a.dll"}, {"event": "exited", "code": 1}])");
  SECTION("by a fast-fail") {
    const Outcome outcome = fold(events, Exited{0xC0000409U});
    CHECK(outcome.kind == OutcomeKind::Crash);
    CHECK(outcome.status == 0xC0000409U);
    CHECK(outcome.phase == "steps");
    CHECK(outcome.step == "/steps/0/do/1");
    CHECK(outcome.event == 5);
  }
  SECTION("by a code of its own, 0 included") {
    const std::uint32_t code = GENERATE(0U, 3U, 0xFFFFFFFFU);
    const Outcome outcome = fold(events, Exited{code});
    CHECK(outcome.kind == OutcomeKind::Exit);
    CHECK(outcome.exit_code == code);
    CHECK(outcome.step == "/steps/0/do/1");
  }
  SECTION("by a clock") {
    const Outcome outcome = fold(events, Killed{Clock::Step});
    CHECK(outcome.kind == OutcomeKind::Hang);
    CHECK(outcome.clock == "step");
    CHECK(outcome.phase == "steps");
    CHECK(outcome.step == "/steps/0/do/1");
  }
  SECTION("by a start status, which late is a crash like any other") {
    CHECK(fold(events, Exited{0xC0000142U}).kind == OutcomeKind::Crash);
  }
}

TEST_CASE("Steps of several threads close by their number") {
  const Events events = parse(R"([
    {"event": "start"}, {"event": "phase", "phase": "steps"},
    {"event": "begin", "step": 1, "pointer": "/steps/0", "op": "load"},
    {"event": "begin", "step": 2, "pointer": "/steps/1", "op": "load"},
    {"event": "end", "step": 2, "result": "ok"}])");
  CHECK(fold(events, Exited{0xC0000005U}).step == "/steps/0");
}

TEST_CASE("What happens after the last line happens at exit") {
  const Events events = parse(k_whole);
  const Outcome crash = fold(events, Exited{0xC0000005U});
  CHECK(crash.kind == OutcomeKind::Crash);
  CHECK(crash.phase == "exit");
  CHECK(crash.step.empty());
  const Outcome code = fold(events, Exited{7});
  CHECK(code.kind == OutcomeKind::Exit);
  CHECK(code.exit_code == 7);
  CHECK(code.phase == "exit");
  const Outcome hang = fold(events, Killed{Clock::Exit});
  CHECK(hang.kind == OutcomeKind::Hang);
  CHECK(hang.phase == "exit");
}

TEST_CASE("A child that never spoke did not start, or crashed while starting") {
  const Events events = parse(R"([{"event": "spawned", "pid": 8}, {"event": "exited", "code": 1}])");
  for (const std::uint32_t status : {0xC0000135U, 0xC0000139U, 0xC0000138U, 0xC0000142U, 0xC000007BU}) {
    CAPTURE(status);
    const Outcome outcome = fold(events, Exited{status});
    CHECK(outcome.kind == OutcomeKind::DidNotStart);
    CHECK(outcome.status == status);
    CHECK(outcome.phase == "start");
  }
  CHECK(fold(events, Exited{0xC0000005U}).kind == OutcomeKind::Crash);
  CHECK(fold(events, Exited{0xC0000005U}).phase == "start");
  CHECK(fold(events, Exited{3}).kind == OutcomeKind::Exit);
  const Outcome refused = fold({}, NotStarted{193, "not a valid Win32 application"});
  CHECK(refused.kind == OutcomeKind::DidNotStart);
  CHECK(refused.error == 193);
  CHECK(refused.message == "not a valid Win32 application");
}

TEST_CASE("Garbage and events of odd shapes do not disturb the fold") {
  const Events events = parse(R"([
    {"event": "garbage", "text": "hello"}, 7, "x", null, [], {"event": 5}, {"no": "event"},
    {"event": "phase", "phase": 3}, {"event": "begin", "step": "one", "pointer": 4}, {"event": "end"},
    {"event": "done"}, {"event": "exited", "code": 0}])");
  CHECK(fold(events, Exited{0}).kind == OutcomeKind::Ok);
}

TEST_CASE("A cancelled child has no outcome") {
  CHECK_THROWS_AS(fold({}, process::Cancelled{}), Error);
}

TEST_CASE("Outcomes survive the way through JSON") {
  Outcome outcome{OutcomeKind::Crash, 0, "a.dll", 0xC0000409U, 0, "", "steps", "/steps/0", "text", 4};
  const Outcome back = outcome_from_json(to_json(outcome));
  CHECK(to_json(back) == to_json(outcome));
  CHECK(back.status == 0xC0000409U);
  CHECK_THROWS_AS(outcome_from_json(Json{{"outcome", "fine"}}), Error);
  CHECK_THROWS_AS(outcome_from_json(Json{{"outcome", "ok"}, {"event", "x"}}), Error);
  CHECK(describe(outcome) ==
        "crash 0xC0000409 (STATUS_STACK_BUFFER_OVERRUN, a fast-fail) of a.dll in steps at /steps/0");
}

namespace {

/// A host's own interpreter is started; `end` is the end event of that step, if it has one.
Outcome start_of_python(const char* end, std::uint32_t code) {
  Events events = parse(R"([
    {"event": "spawned", "pid": 8}, {"event": "start", "pid": 8}, {"event": "phase", "phase": "host"},
    {"event": "begin", "step": 3, "pointer": "/host/python", "op": "start_python"},
    {"event": "load", "module": "{prefix}/python312.dll"}])");
  if (*end != '\0') {
    events.push_back(Json::parse(end));
  }
  events.push_back({{"event", "exited"}, {"code", code}});
  return fold(events, Exited{code});
}

}  // namespace

TEST_CASE("an interpreter that never came up did not start, whatever code it ended with") {
  const Outcome without_library = start_of_python("", 1);
  CHECK(without_library.kind == OutcomeKind::DidNotStart);
  CHECK(without_library.status == 0);
  CHECK(without_library.step == "/host/python");
  CHECK(without_library.phase == "start");
  CHECK(without_library.message == "Python ended with code 1 while it started");

  const Outcome without_dll = start_of_python(
      R"({"event": "end", "step": 3, "result": "error", "error": 126, "message": "there is no x"})", 0xC0000135U);
  CHECK(without_dll.kind == OutcomeKind::DidNotStart);
  CHECK(without_dll.status == 0xC0000135U);
  CHECK(without_dll.error == 126);
  CHECK(without_dll.message == "there is no x");

  CHECK(start_of_python("", 0xC0000005U).kind == OutcomeKind::Crash);
}

TEST_CASE("an interpreter that is up exits and crashes like any program") {
  const char* const up = R"({"event": "end", "step": 3, "result": "ok", "value": "3.12.7"})";
  CHECK(start_of_python(up, 3).kind == OutcomeKind::Exit);
  CHECK(start_of_python(up, 0xC0000135U).kind == OutcomeKind::Crash);
}

TEST_CASE("an exception of a real interpreter is a load error when it says that it came from a load") {
  Events events = raised_by("python", "RuntimeError", 126);
  CHECK(fold(events, Exited{1}).kind == OutcomeKind::CallError);
  events[4]["of_load"] = true;
  CHECK(fold(events, Exited{1}).kind == OutcomeKind::LoadError);
  events[4]["of_load"] = "yes";
  CHECK(fold(events, Exited{1}).kind == OutcomeKind::CallError);
}

}  // namespace dllrepro::run

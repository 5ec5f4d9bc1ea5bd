// SPDX-License-Identifier: MIT
#include "harness/run/compare.hpp"

#include <algorithm>

#include <catch2/catch_test_macros.hpp>

namespace dllrepro::run {
namespace {

/// One load from the tree, one failed load, a warning, and the state at the end.
process::Events story() {
  return Json::parse(R"([
    {"event": "start"}, {"event": "phase", "phase": "loader"},
    {"event": "begin", "step": 1, "pointer": "/loader/0", "op": "load"},
    {"event": "load", "module": "torch/lib/c10.dll"},
    {"event": "load", "module": "torch/lib/uv.dll"},
    {"event": "end", "step": 1, "result": "ok", "module": "torch/lib/c10.dll"},
    {"event": "unload", "module": "torch/lib/uv.dll"},
    {"event": "end", "step": 2, "result": "error", "error": 126, "module": "torch/lib/torch.dll"},
    {"event": "load", "module": "{program_files}/CUDA/cudart64_13.dll"},
    {"event": "warning", "message": "CUDA initialization: driver too old"},
    {"event": "state", "modules": ["{prefix}/python.exe", "torch/lib/c10.dll", "{program_files}/CUDA/cudart64_13.dll"],
     "environment": {"Path": "torch/lib;{system32}", "EMPTY": ""},
     "results": {"version": 92800, "text": "Torch/Lib/c10.dll", "nothing": null}},
    {"event": "done"}, {"event": "exited", "code": 0}])");
}

std::vector<Mismatch> differences(const scenario::Expectation& expectation, const process::Events& events = story(),
                                  const Outcome& outcome = {}) {
  return compare(expectation, {outcome, events, "one\r\ntwo three\r\n", "Invalid handle. Cannot load symbol x\n"});
}

/// The one mismatch that there must be.
Mismatch only(const scenario::Expectation& expectation, const process::Events& events = story(),
              const Outcome& outcome = {}) {
  const std::vector<Mismatch> found = differences(expectation, events, outcome);
  REQUIRE(found.size() == 1);
  return found.front();
}

scenario::TextExpectation containing(const char* text) {
  return {{text}, {}, {}, {}};
}

}  // namespace

TEST_CASE("An expectation that says nothing is met by anything that leaves nothing behind") {
  CHECK(differences({}).empty());
  CHECK(differences({}, {}, {OutcomeKind::Crash, 0, "", 0xC0000005U, 0, "", "start", "", "", 0}).empty());
}

TEST_CASE("Every member of an outcome is compared alone") {
  const Outcome outcome{OutcomeKind::LoadError, 193, "torch/lib/zz.dll", 0, 0, "", "loader", "/loader/0", "text", 4};
  scenario::Expectation wanted;
  wanted.outcome = "load error";
  wanted.error = 193;
  wanted.module = "{site}/torch\\lib\\ZZ.DLL";
  wanted.phase = "loader";
  wanted.message = containing("tex");
  CHECK(differences(wanted, story(), outcome).empty());

  SECTION("outcome") {
    wanted.outcome = "ok";
    const Mismatch mismatch = only(wanted, story(), outcome);
    CHECK(mismatch.what == "outcome");
    CHECK(mismatch.expected == "ok");
    CHECK(mismatch.observed == "load error 193 (ERROR_BAD_EXE_FORMAT) of torch/lib/zz.dll in loader at /loader/0");
    CHECK(mismatch.event == 4);
  }
  SECTION("error") {
    wanted.error = 126;
    CHECK(only(wanted, story(), outcome).expected == "126 (ERROR_MOD_NOT_FOUND)");
    CHECK(only(wanted, story(), outcome).observed == "193 (ERROR_BAD_EXE_FORMAT)");
  }
  SECTION("module") {
    wanted.module = "zz.dll";
    CHECK(only(wanted, story(), outcome).what == "module");
  }
  SECTION("phase") {
    wanted.phase = "steps";
    CHECK(only(wanted, story(), outcome).observed == "loader");
  }
  SECTION("message") {
    wanted.message = containing("Text");
    CHECK(only(wanted, story(), outcome).what == "message");
  }
  SECTION("status, clock, exit code") {
    wanted.status = 0xC0000409U;
    CHECK(only(wanted, story(), outcome).observed == "none");
    wanted.status.reset();
    wanted.clock = "step";
    CHECK(only(wanted, story(), outcome).observed == "none");
    wanted.clock.reset();
    wanted.exit_code = 0;
    CHECK(only(wanted, story(), outcome).observed == "none");
  }
}

TEST_CASE("An exit code is 0 of a program that is ok") {
  scenario::Expectation wanted;
  wanted.exit_code = 0;
  CHECK(differences(wanted).empty());
  wanted.exit_code = 3;
  CHECK(only(wanted).observed == "0");
  CHECK(differences(wanted, story(), {OutcomeKind::Exit, 0, "", 0, 3, "", "steps", "", "", 0}).empty());
}

TEST_CASE("Resident modules come from the state at the end, by the place they came from") {
  scenario::Expectation wanted;
  wanted.resident = {"torch/lib/C10.dll", "{prefix}/python.exe"};
  wanted.not_resident = {"torch/lib/uv.dll", "torch.dll", "{site}/torch/lib/cudart64_13.dll"};
  CHECK(differences(wanted).empty());

  SECTION("unloaded") {
    wanted.resident = {"torch/lib/uv.dll"};
    CHECK(only(wanted).observed == "unloaded before the end");
    CHECK(only(wanted).event == 6);
  }
  SECTION("from elsewhere") {
    wanted.resident = {"torch/lib/cudart64_13.dll"};
    CHECK(only(wanted).observed == "loaded from {program_files}/CUDA/cudart64_13.dll instead");
    CHECK(only(wanted).event == 8);
  }
  SECTION("failed") {
    wanted.resident = {"torch/lib/torch.dll"};
    CHECK(only(wanted).observed == "not loaded");
    CHECK(only(wanted).event == 7);
  }
  SECTION("not wanted, by base name from anywhere") {
    wanted.not_resident = {"CUDART64_13.dll"};
    CHECK(only(wanted).observed == "{program_files}/CUDA/cudart64_13.dll is resident");
    CHECK(only(wanted).event == 8);
  }
  SECTION("not wanted, by path") {
    wanted.not_resident = {"torch/lib/c10.dll"};
    CHECK(only(wanted).event == 3);
  }
}

TEST_CASE("Of a process that died, what was loaded and not unloaded is resident") {
  process::Events events = story();
  std::erase_if(events, [](const process::Event& event) { return event["event"] == "state"; });
  CHECK(resident_modules(events) ==
        std::vector<std::string>{"torch/lib/c10.dll", "{program_files}/CUDA/cudart64_13.dll"});
  scenario::Expectation wanted;
  wanted.returned["version"] = 92800;
  CHECK(only(wanted, events).observed == "unknown: the process ended before its program did");
}

TEST_CASE("A load order is a subsequence of the loads") {
  scenario::Expectation wanted;
  wanted.load_order = {"torch/lib/c10.dll", "cudart64_13.dll"};
  CHECK(differences(wanted).empty());
  SECTION("swapped") {
    wanted.load_order = {"torch/lib/uv.dll", "torch/lib/c10.dll"};
    CHECK(only(wanted).expected == "torch/lib/uv.dll before torch/lib/c10.dll");
    CHECK(only(wanted).event == 3);
  }
  SECTION("missing") {
    wanted.load_order = {"torch/lib/c10.dll", "torch/lib/torch.dll"};
    CHECK(only(wanted).observed == "not loaded after torch/lib/c10.dll");
  }
}

TEST_CASE("Texts: contains, absent, equals and matches") {
  scenario::Expectation wanted;
  wanted.standard_output = scenario::TextExpectation{{"one\ntwo", "three"}, {"four"}, "one\ntwo three\n", "^two .*ee$"};
  wanted.standard_error = containing("Invalid handle.");
  CHECK(differences(wanted).empty());
  SECTION("contains") {
    wanted.standard_output = containing("four");
    CHECK(only(wanted).expected == "\"four\" in it");
  }
  SECTION("absent") {
    wanted.standard_output = scenario::TextExpectation{{}, {"two"}, {}, {}};
    CHECK(only(wanted).expected == "no \"two\" in it");
  }
  SECTION("equals") {
    wanted.standard_output = scenario::TextExpectation{{}, {}, "one", {}};
    CHECK(only(wanted).observed == "\"one\ntwo three\n\"");
  }
  SECTION("matches") {
    wanted.standard_error = scenario::TextExpectation{{}, {}, {}, "symbol [yz]$"};
    CHECK(only(wanted).what == "stderr");
  }
  SECTION("a broken expression is told, not thrown") {
    wanted.standard_error = scenario::TextExpectation{{}, {}, {}, "(["};
    CHECK(only(wanted).observed.starts_with("the expression can't be used"));
  }
}

TEST_CASE("A long line is no danger for a regular expression, nor for a report") {
  const std::string text(10'000'000, 'x');
  const std::vector<TextFault> faults = text_faults({{}, {}, {}, "^(x|y)*z"}, text);
  REQUIRE(faults.size() == 1);
  CHECK(faults.front().observed.size() < 500);
}

TEST_CASE("What the program remembered, and its environment") {
  scenario::Expectation wanted;
  wanted.returned["version"] = 92800;
  wanted.returned["text"] = "torch/lib/C10.dll";
  wanted.returned["nothing"] = nullptr;
  wanted.environment["PATH"] = containing("{site}/torch/lib;");
  wanted.environment["empty"] = scenario::TextExpectation{{}, {}, "", {}};
  CHECK(differences(wanted).empty());
  SECTION("another value") {
    wanted.returned["version"] = 92700;
    CHECK(only(wanted).what == "returned version");
    CHECK(only(wanted).observed == "92800");
    CHECK(only(wanted).event == 10);
  }
  SECTION("an unknown name") {
    wanted.returned["other"] = 1;
    CHECK(only(wanted).observed == "nothing of that name was remembered");
  }
  SECTION("a variable that is not set") {
    wanted.environment["CUDA_PATH"] = containing("CUDA");
    CHECK(only(wanted).observed == "not set");
  }
  SECTION("a variable of another value") {
    wanted.environment["PATH"] = containing("torch/bin");
    CHECK(only(wanted).observed == "\"torch/lib;{system32}\"");
  }
}

TEST_CASE("Warnings: each is looked for, an empty list means none") {
  scenario::Expectation wanted;
  wanted.warnings = {"driver too old"};
  CHECK(differences(wanted).empty());
  wanted.warnings = {"other"};
  CHECK(only(wanted).event == 9);
  wanted.warnings = std::vector<std::string>{};
  CHECK(only(wanted).expected == "none");
}

TEST_CASE("Imports bound to nothing are matched by what is given of them") {
  process::Events events = story();
  events.push_back(
      Json::parse(R"({"event": "unsatisfied", "module": "torch/lib/c10.dll", "from": "b.dll", "symbol": "gone"})"));
  events.push_back(
      Json::parse(R"({"event": "unsatisfied", "module": "torch/lib/c10.dll", "from": "b.dll", "ordinal": 7})"));
  scenario::Expectation wanted;
  wanted.unsatisfied =
      Json::parse(R"([{"module": "torch/lib/c10.dll", "from": "B.dll", "symbol": "gone"}, {"ordinal": 7}])");
  CHECK(differences(wanted, events).empty());
  wanted.unsatisfied = Json::parse(R"([{"symbol": "Gone"}])");
  CHECK(only(wanted, events).event == 13);
  wanted.unsatisfied = Json::array();
  CHECK(only(wanted, events).event == 13);
  CHECK(differences(wanted).empty());
}

TEST_CASE("Survivors that nobody expects are a finding, whatever is expected") {
  process::Events events = story();
  events.push_back(Json::parse(R"({"event": "survivor", "pid": 44, "exe": "torch/bin/helper.exe"})"));
  CHECK(only({}, events).event == 13);
  CHECK(only({}, events).observed == "helper.exe (process 44) outlived the child");
  scenario::Expectation wanted;
  wanted.survivors = {"HELPER.exe"};
  CHECK(differences(wanted, events).empty());
  wanted.survivors = {"helper.exe", "helper.exe"};
  CHECK(only(wanted, events).observed == "no such process was left");
}

}  // namespace dllrepro::run

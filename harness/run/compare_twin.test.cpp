// SPDX-License-Identifier: MIT
#include "harness/run/compare_twin.hpp"

#include <catch2/catch_test_macros.hpp>

namespace dllrepro::run {
namespace {

/// One child, complete; a test changes what is to differ.
struct Child {
  Outcome outcome;
  process::Events events;
  std::string message;
  std::string printed;
  Json environment{{"PATH", "{system32};{windows}"}, {"TEMP", "{temp}"}};
};

TwinSide side_of(const Child& child) {
  static const Json s_nothing = Json::object();
  const process::Event* state = last_state(child.events);
  return {{child.outcome, child.events, "", ""},
          child.printed,
          child.message,
          state == nullptr ? s_nothing : state->at("results"),
          state == nullptr ? s_nothing : state->at("environment"),
          child.environment};
}

Json state_of(const Json& modules, const Json& results = Json::object()) {
  return {{"event", "state"},
          {"modules", modules},
          {"environment", {{"PATH", "torch/lib;{system32};{windows}"}, {"TEMP", "{temp}"}}},
          {"results", results}};
}

Child data() {
  Child child;
  child.events = {{{"event", "load"}, {"module", "torch/lib/c10.dll"}},
                  {{"event", "load"}, {"module", "torch/lib/shm.dll"}},
                  state_of({"{prefix}/python.exe", "torch/lib/c10.dll", "torch/lib/shm.dll"}, {{"path", "a/b.dll"}})};
  return child;
}

/// The same, with what a real interpreter has besides.
Child real() {
  Child child;
  child.events = {{{"event", "load"}, {"module", "{prefix}/python312.dll"}},
                  {{"event", "load"}, {"module", "{prefix}/VCRUNTIME140.dll"}},
                  {{"event", "load"}, {"module", "{prefix}/DLLs/_ctypes.pyd"}},
                  {{"event", "load"}, {"module", "Torch/lib/c10.dll"}},
                  {{"event", "load"}, {"module", "{system32}/msvcp140.dll"}},
                  {{"event", "load"}, {"module", "torch/lib/shm.dll"}},
                  state_of({"{prefix}/python.exe", "{prefix}/python312.dll", "{prefix}/DLLs/_ctypes.pyd",
                            "torch/lib/c10.dll", "torch/lib/shm.dll", "{system32}/msvcp140.dll"},
                           {{"path", "A\\b.dll"}, {"own", 1}})};
  child.environment["PYTHONDONTWRITEBYTECODE"] = "1";
  child.events.back()["environment"]["PYTHONDONTWRITEBYTECODE"] = "1";
  return child;
}

std::vector<Mismatch> compared(const Child& ours, const Child& theirs,
                               const std::map<std::string, std::string>& not_compared = {}) {
  return compare_twin(side_of(ours), side_of(theirs), not_compared);
}

TEST_CASE("what a real interpreter brings along is no difference") {
  CHECK(compared(data(), real()).empty());
}

TEST_CASE("outcomes differ in kind, or in error, module and message") {
  Child ours = data();
  Child theirs = real();
  theirs.outcome = {OutcomeKind::LoadError, 126, "torch/lib/shm.dll", 0, 0, "", "loader", "", "", 0};
  theirs.message = "x";
  auto found = compared(ours, theirs);
  REQUIRE(found.size() == 1);
  CHECK(found[0].what == "twin outcome");
  CHECK(found[0].expected == "load error 126 (ERROR_MOD_NOT_FOUND) of torch/lib/shm.dll in loader");
  CHECK(found[0].observed == "ok");

  ours.outcome = {OutcomeKind::LoadError, 193, "torch/lib/c10.dll", 0, 0, "", "loader", "", "", 0};
  ours.message = "y";
  found = compared(ours, theirs);
  REQUIRE(found.size() == 3);
  CHECK(found[0].what == "twin error");
  CHECK(found[1].what == "twin module");
  CHECK(found[2].what == "twin message");
  CHECK(found[2].expected == "x");
  CHECK(found[2].observed == "y");
  found = compared(ours, theirs, {{"message", "why"}, {"error", "why"}});
  REQUIRE(found.size() == 1);
  CHECK(found[0].what == "twin module");
}

TEST_CASE("of what programs remembered the names that both have are compared") {
  Child ours = data();
  ours.events.back()["results"]["own"] = 2;
  const auto found = compared(ours, real());
  REQUIRE(found.size() == 1);
  CHECK(found[0].what == "twin returned own");
  CHECK(found[0].expected == "1");
  CHECK(found[0].observed == "2");
  CHECK(found[0].event == 2);
  CHECK(compared(ours, real(), {{"returned own", "why"}}).empty());
  CHECK(compared(ours, real(), {{"returned", "why"}}).empty());
  CHECK(compared(ours, real(), {{"returned path", "why"}}).size() == 1);
}

TEST_CASE("variables are compared where both started with the same value") {
  Child theirs = real();
  theirs.events.back()["environment"]["Path"] = "{system32};{windows}";
  theirs.events.back()["environment"].erase("PATH");
  theirs.events.back()["environment"]["KMP"] = "1";
  theirs.environment["TEMP"] = "elsewhere";
  theirs.events.back()["environment"]["TEMP"] = "elsewhere";
  const auto found = compared(data(), theirs);
  REQUIRE(found.size() == 2);
  CHECK(found[0].what == "twin environment PATH");
  CHECK(found[0].expected == "{system32};{windows}");
  CHECK(found[1].what == "twin environment KMP");
  CHECK(found[1].observed == "not set");
  CHECK(compared(data(), theirs, {{"environment PATH", "why"}, {"environment KMP", "why"}}).empty());
}

TEST_CASE("modules that only one of them has, and another order") {
  Child theirs = real();
  std::swap(theirs.events[3], theirs.events[5]);
  theirs.events.back()["modules"].push_back("torch/lib/uv.dll");
  const auto found = compared(data(), theirs);
  REQUIRE(found.size() == 2);
  CHECK(found[0].what == "twin resident");
  CHECK(found[0].expected == "torch/lib/uv.dll");
  CHECK(found[0].observed == "none that the other has not");
  CHECK(found[1].what == "twin load_order");
  CHECK(found[1].expected == "torch/lib/shm.dll first");
  CHECK(found[1].observed == "torch/lib/c10.dll first");
  CHECK(found[1].event == 0);
}

TEST_CASE("a child that died before its state is compared by its loads") {
  Child ours = data();
  Child theirs = real();
  ours.events.pop_back();
  theirs.events.pop_back();
  CHECK(compared(ours, theirs).empty());
  ours.events.pop_back();
  CHECK(compared(ours, theirs).size() == 2);
}

TEST_CASE("what they printed is shown from where it parts") {
  Child ours = data();
  Child theirs = real();
  ours.printed = "cudart: no such file\n";
  theirs.printed = ours.printed;
  CHECK(compared(ours, theirs).empty());
  theirs.printed += "nvrtc: none\n";
  const auto found = compared(ours, theirs);
  REQUIRE(found.size() == 1);
  CHECK(found[0].what == "twin stdout");
  CHECK(found[0].expected == R"("cudart: no such file\nnvrtc: none\n")");
  CHECK(found[0].observed == R"("cudart: no such file\n")");
  CHECK(compared(ours, theirs, {{"stdout", "why"}}).empty());
}

}  // namespace
}  // namespace dllrepro::run

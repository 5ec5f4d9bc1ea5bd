// SPDX-License-Identifier: MIT
#include "harness/bisect/signature.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro;
using namespace dllrepro::bisect;

TEST_CASE("An outcome's signature leaves out what differs between any two releases") {
  run::Outcome outcome;
  CHECK(signature_of(outcome) == "ok");
  outcome.kind = run::OutcomeKind::LoadError;
  outcome.error = 126;
  outcome.module = "torch/lib/shm.dll";
  outcome.phase = "loader";
  outcome.message = "[WinError 126] C:/somewhere";
  outcome.step = "/loader/3";
  CHECK(signature_of(outcome) == "load error 126 of torch/lib/shm.dll in loader");
}

TEST_CASE("A signature tells what the program remembered under the names that are asked for") {
  const process::Events events{
      {{"event", "state"}, {"results", {{"old", 1}}}},
      {{"event", "state"}, {"results", {{"cupti", nullptr}, {"cupti.slashes", "mixed"}, {"cudart", "a/b.dll"}}}},
      {{"event", "done"}}};
  CHECK(signature_of({}, events, {"cudart", "cupti", "never"}) == "ok, cudart: a/b.dll, cupti: none");
  CHECK(signature_of({}, events, {}) == "ok");
  CHECK(signature_of({}, {}, {"cupti"}) == "ok");
}

TEST_CASE("An expectation's signature tells what it states, an expectation without an outcome nothing") {
  scenario::Expectation expectation;
  expectation.returned = {{"cupti", nullptr}, {"cupti.found_via", "x"}, {"version", 92800}};
  CHECK(signature_of(expectation, {"cupti"}).empty());
  expectation.outcome = "ok";
  CHECK(names_stated(expectation) == Names{"cupti", "version"});
  CHECK(signature_of(expectation, names_stated(expectation)) == "ok, cupti: none, version: 92800");
  expectation.error = 126;
  CHECK(signature_of(expectation) == "ok 126");
  expectation.returned = {{"first.error", 126}};
  CHECK(names_stated(expectation) == Names{"first.error"});
}

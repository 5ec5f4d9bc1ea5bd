// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "harness/stub/host_process.hpp"
#include "harness/util/wine.hpp"

using namespace dllrepro;
using namespace dllrepro::stub::testing;

namespace {

struct Fault {
  const char* action;
  std::uint32_t status;
};

HostRun run_attach(const std::string& actions) {
  const StubFolder folder;
  folder.add("x.dll", R"({"on_attach": [)" + actions + "]}");
  return run_host(folder, {"load:{}\\x.dll", "resident:x.dll"});
}

}  // namespace

// Wine 8.0 runs out of stack while it reports the overflow, and ends the process with 0.
TEST_CASE("a fault in an export ends the process with its status") {
  const Fault fault = GENERATE(
      Fault{R"({"crash": "read"})", 0xC0000005}, Fault{R"({"crash": "write"})", 0xC0000005},
      Fault{R"({"crash": "execute"})", 0xC0000005}, Fault{R"({"crash": "illegal_instruction"})", 0xC000001D},
      Fault{R"({"crash": "stack_overflow"})", running_under_wine() ? 0 : 0xC00000FD},
      Fault{R"({"crash": "divide"})", 0xC0000094}, Fault{R"({"fast_fail": 7})", 0xC0000409},
      Fault{R"({"raise": "0xE06D7363"})", 0xE06D7363}, Fault{R"({"raise": "0xC0001234", "flags": 0})", 0xC0001234},
      Fault{R"({"exit": 3})", 3}, Fault{R"({"terminate": 4})", 4});
  const StubFolder folder;
  folder.add("x.dll",
             std::string(R"({"exports": {"f": [)") + fault.action + "]}, \"on_detach\": [{\"print\": \"detach\\n\"}]}");
  const HostRun run = run_host(folder, {"load:{}\\x.dll", "call:f", "call:f"});
  INFO(fault.action << "\n" << run.out);
  CHECK(run.status == fault.status);
  CHECK(run.out.substr(0, 7) == "load 0\n");
  // ExitProcess alone runs detach (rows L104 and L115).
  CHECK((run.out.find("detach") != std::string::npos) == (fault.status == 3));
}

TEST_CASE("what attach does decides the load's error") {
  CHECK(run_attach("").out.substr(0, 7) == "load 0\n");
  CHECK(run_attach(R"({"return": 1})").out.substr(0, 7) == "load 0\n");
  // Rows L90, L91 and L93 of the record.
  CHECK(run_attach(R"({"return_false": true})").out == "load 45a\nnot resident x.dll\n");
  CHECK(run_attach(R"({"crash": "read"})").out == "load 3e6\nnot resident x.dll\n");
  CHECK(run_attach(R"({"raise": "0xE06D7363"})").out == "load e06d7363\nnot resident x.dll\n");
  CHECK(run_attach(R"({"crash": "illegal_instruction"})").out == "load c000001d\nnot resident x.dll\n");
}

TEST_CASE("fast fail in attach is no exception that a loader could catch") {
  const HostRun run = run_attach(R"({"fast_fail": 7})");
  CHECK(run.status == 0xC0000409);
  CHECK(run.out.empty());
}

TEST_CASE("a failed attach is followed by a detach, unless it failed by an exception") {
  const StubFolder folder;
  folder.add("false.dll", R"({"on_attach": [{"return_false": true}], "on_detach": [{"print": "detach\n"}]})");
  folder.add("crash.dll", R"({"on_attach": [{"crash": "read"}], "on_detach": [{"print": "detach\n"}]})");
  CHECK(run_host(folder, {"load:{}\\false.dll"}).out == "detach\nload 45a\n");
  // Row W6: Wine calls it after an exception, too.
  CHECK(run_host(folder, {"load:{}\\crash.dll"}).out == (running_under_wine() ? "detach\nload 3e6\n" : "load 3e6\n"));
}

TEST_CASE("an attach may exit the process") {
  CHECK(run_attach(R"({"exit": 5})").status == 5);
  CHECK(run_attach(R"({"terminate": 6})").status == 6);
}

TEST_CASE("a hang ends neither by itself nor by another's help") {
  const std::string how = GENERATE("event", "critical_section");
  const bool in_attach = GENERATE(false, true);
  const StubFolder folder;
  const std::string hang = R"([{"print": "before\n"}, {"hang": ")" + how + R"("}, {"print": "after\n"}])";
  folder.add("x.dll", in_attach ? R"({"on_attach": )" + hang + "}" : R"({"exports": {"f": )" + hang + "}}");
  const HostRun run = run_hanging_host(folder, {"load:{}\\x.dll", "call:f"}, "before");
  CHECK(run.hung);
  CHECK(run.out == (in_attach ? "before\n" : "load 0\nbefore\n"));
}

TEST_CASE("sleep lasts and set_last_error sets") {
  const StubFolder folder;
  folder.add("x.dll", R"({"exports": {
      "f": [{"sleep_ms": 20}, {"set_last_error": 1234}, {"load": "absent.dll"}, {"return": "error"}]}})");
  CHECK(run_host(folder, {"load:{}\\x.dll", "call:f"}).out == "load 0\nf = 126\n");
}

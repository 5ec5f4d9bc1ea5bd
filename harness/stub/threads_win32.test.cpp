// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>

#include "harness/stub/host_process.hpp"

using namespace dllrepro;
using namespace dllrepro::stub::testing;

namespace {

/// A thread pool of one worker, as executorch has it: the worker works under a lock until it is told to stop, and the
/// detach tells it and waits.
std::string pool(const std::string& detach) {
  return R"({"exports": {"start": [
      {"start_thread": [{"lock": "pool"}, {"signal": "working"}, {"wait": "stop"}, {"unlock": "pool"},
                        {"signal": "stopped"}],
       "as": "worker"}, {"wait": "working"}]},
    "on_detach": [{"print": "detach\n"}, {"signal": "stop"}, )" +
         detach + R"(, {"print": "joined\n"}]})";
}

}  // namespace

TEST_CASE("threads come and go through attach and detach") {
  const StubFolder folder;
  folder.add("x.dll", R"({"on_attach": [{"print": "in\n"}], "on_detach": [{"print": "out\n"}],
      "on_thread_attach": [{"print": "thread in\n"}], "on_thread_detach": [{"print": "thread out\n"}]})");
  CHECK(run_host(folder, {"load:{}\\x.dll", "thread", "free"}).out ==
        "in\nload 0\nthread in\nthread out\nthread\nout\nfree 1\n");
}

TEST_CASE("a callback of thread-local storage runs before each attach and detach, with the reason") {
  const StubFolder folder;
  folder.add("x.dll", R"({"on_attach": [{"print": "in\n"}], "on_detach": [{"print": "out\n"}],
      "on_thread_attach": [{"print": "thread in\n"}], "on_thread_detach": [{"print": "thread out\n"}],
      "tls_callback": [
        {"if": {"equals": ["argument", 1]}, "then": [{"signal": "known"}, {"print": "callback 1\n"}]},
        {"if": {"equals": ["argument", 2]}, "then": [{"print": "callback 2\n"}]},
        {"if": {"equals": ["argument", 3]}, "then": [{"print": "callback 3\n"}]},
        {"if": {"equals": ["argument", 0]}, "then": [{"print": "callback 0\n"}]}],
      "exports": {"wait": [{"wait": "known", "timeout_ms": 0, "on_failure": [{"return": 0}]}, {"return": 1}]}})");
  CHECK(run_host(folder, {"load:{}\\x.dll", "call:wait", "thread", "free"}).out ==
        "callback 1\nin\nload 0\nwait = 1\ncallback 2\nthread in\ncallback 3\nthread out\nthread\n"
        "callback 0\nout\nfree 1\n");
}

TEST_CASE("a worker started by an export does its actions and can be waited for") {
  const StubFolder folder;
  folder.add("x.dll", R"({"exports": {"f": [
      {"start_thread": [{"count": {"add": 5}}], "as": "worker"}, {"wait": "worker"}, {"return": "count"}],
      "late": [{"start_thread": [{"wait": "never"}], "as": "slow"},
               {"wait": "slow", "timeout_ms": 50, "on_failure": [{"return": "error"}]}],
      "end": [{"terminate_thread": "slow"}, {"wait": "slow"}, {"return": 1}],
      "unused": [{"signal": "never"}]}})");
  CHECK(run_host(folder, {"load:{}\\x.dll", "call:f", "call:late", "call:end"}).out ==
        "load 0\nf = 5\nlate = 258\nend = 1\n");
}

TEST_CASE("a worker started in attach runs once the loader is done") {
  const StubFolder folder;
  folder.add("x.dll", R"({"on_attach": [{"start_thread": [{"print": "worker\n"}, {"signal": "done"}]}],
      "exports": {"join": [{"wait": "done"}]}})");
  const std::string out = run_host(folder, {"load:{}\\x.dll", "call:join"}).out;
  CHECK(out.find("worker\n") != std::string::npos);
  CHECK(out.find("join = 1\n") != std::string::npos);
}

TEST_CASE("a pool that waits for its worker's word at exit waits for ever: exit killed the worker") {
  const StubFolder folder;
  folder.add("x.dll", pool(R"({"wait": "stopped"})"));
  const HostRun run = run_hanging_host(folder, {"load:{}\\x.dll", "call:start"}, "detach");
  CHECK(run.hung);
  CHECK(run.out == "load 0\nstart = 1\ndetach\n");
  // FreeLibrary kills nobody, so that the same code ends.
  const HostRun freed = run_host(folder, {"load:{}\\x.dll", "call:start", "free"});
  CHECK(freed.out == "load 0\nstart = 1\ndetach\njoined\nfree 1\n");
}

TEST_CASE("waiting for the handle of a killed worker ends, because the thread has") {
  const StubFolder folder;
  folder.add("x.dll", pool(R"({"wait": "worker"})"));
  const HostRun run = run_host(folder, {"load:{}\\x.dll", "call:start"});
  CHECK(run.out == "load 0\nstart = 1\ndetach\njoined\n");
}

TEST_CASE("a critical section that a killed worker held does not hang the process at exit") {
  const StubFolder folder;
  folder.add("x.dll", pool(R"({"lock": "pool"})"));
  // Row 108: the process ends with its exit code.
  const HostRun run = run_host(folder, {"load:{}\\x.dll", "call:start"});
  CHECK(run.status == 0);
}

TEST_CASE("a critical section whose owner thread is gone hangs who wants it while the process lives") {
  const StubFolder folder;
  folder.add("x.dll", R"({"exports": {"f": [{"start_thread": [{"lock": "l"}], "as": "worker"}, {"wait": "worker"},
      {"print": "orphaned\n"}, {"lock": "l"}]}})");
  const HostRun run = run_hanging_host(folder, {"load:{}\\x.dll", "call:f"}, "orphaned");
  CHECK(run.hung);
  CHECK(run.out == "load 0\norphaned\n");
}

TEST_CASE("a detach can tell process exit from FreeLibrary") {
  const StubFolder folder;
  folder.add("x.dll",
             R"({"on_detach": [{"if": {"process_ending": true},
          "then": [{"print": "exit\n"}], "else": [{"print": "free\n"}]}]})");
  CHECK(run_host(folder, {"load:{}\\x.dll"}).out == "load 0\nexit\n");
  CHECK(run_host(folder, {"load:{}\\x.dll", "free"}).out == "load 0\nfree\nfree 1\n");
}

// SPDX-License-Identifier: MIT
#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <thread>

#include "harness/process/child_test_support.hpp"

using namespace dllrepro::process;

TEST_CASE("a request to stop kills the child") {
  std::stop_source source;
  const auto stop_once_it_runs = [&](const Event& event) {
    if (event["event"] == "start") {
      source.request_stop();
    }
  };
  const ChildReport report =
      run_child(command({"hang-after-done"}), k_long_clocks, stop_once_it_runs, source.get_token());
  CHECK(std::holds_alternative<Cancelled>(report.ending));
  CHECK_FALSE(is_running(report.events.at(0)["pid"]));
}

TEST_CASE("a request to stop from another thread wakes the one that waits") {
  std::stop_source source;
  std::atomic<bool> runs = false;
  std::thread other([&] {
    runs.wait(false);
    source.request_stop();
  });
  const auto let_go = [&] {
    runs = true;
    runs.notify_all();
  };
  const auto on_event = [&](const Event& event) {
    if (event["event"] == "start") {
      let_go();
    }
  };
  const ChildReport report = run_child(command({"start-and-hang"}), k_long_clocks, on_event, source.get_token());
  let_go();  // should the child not have got so far
  other.join();
  CHECK(std::holds_alternative<Cancelled>(report.ending));
  CHECK_FALSE(is_running(report.events.at(0)["pid"]));
}

TEST_CASE("after a request to stop nothing is started, and later children are not touched by it") {
  std::stop_source source;
  source.request_stop();
  const ChildReport report = run_child(command({"hang"}), k_long_clocks, {}, source.get_token());
  CHECK(std::holds_alternative<Cancelled>(report.ending));
  CHECK(report.events.empty());
  CHECK(exit_code(run({"exit", "4"})) == 4);
}

TEST_CASE("eight children at a time, each with its own streams and ending") {
  constexpr std::size_t k_threads = 8;
  constexpr std::size_t k_rounds = 6;
  std::vector<std::vector<ChildReport>> reports(k_threads);
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < k_threads; ++thread) {
    threads.emplace_back([&, thread] {
      for (std::size_t round = 0; round < k_rounds; ++round) {
        const std::string name = std::to_string(thread * 100 + round);
        const bool prints = (thread + round) % 2 == 0;
        reports[thread].push_back(run_child(
            command(prints ? std::vector<std::string>{"arguments", name} : std::vector{std::string("exit"), name}),
            k_long_clocks, {}, {}));
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (std::size_t thread = 0; thread < k_threads; ++thread) {
    for (std::size_t round = 0; round < k_rounds; ++round) {
      const std::string name = std::to_string(thread * 100 + round);
      const bool prints = (thread + round) % 2 == 0;
      const ChildReport& report = reports[thread][round];
      CHECK(report.standard_output.text() == (prints ? name + "\n" : ""));
      CHECK(exit_code(report) == (prints ? 0 : thread * 100 + round));
      CHECK(events_of(report, "survivor").empty());
    }
  }
}

// SPDX-License-Identifier: MIT
// What run_child costs over a bare CreateProcessW and WaitForSingleObject of the same child, with 1, 2, 4 and 8
// threads. Prints one JSON line per figure: {"name", "value", "unit", "goal"}, goal null where there is none. Not a
// test.
//
// The child is test_child.cpp's `probe-like`: two events, then the end. Batches of both kinds take turns, so that what
// else the machine does falls on both, and the best batch of each counts.
//
//   process-bench [ROUNDS [CHILDREN_PER_BATCH]]
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "harness/process/child.hpp"
#include "harness/util/command_line.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"
#include "harness/util/windows_handle.hpp"
#include "harness/util/windows_text.hpp"

namespace {

using namespace dllrepro;
using namespace dllrepro::process;

using Work = void (*)(const ChildCommand&);

std::filesystem::path child_program() {
  std::wstring program(32768, L'\0');
  program.resize(::GetModuleFileNameW(nullptr, program.data(), static_cast<DWORD>(program.size())));
  return std::filesystem::path(program).replace_filename("process-test-child.exe");
}

void bare(const ChildCommand& command) {
  std::wstring line = to_wide(command_line(path_to_utf8(command.executable), {"probe-like", "--events", "0"}));
  STARTUPINFOW info{};
  info.cb = sizeof info;
  PROCESS_INFORMATION information{};
  for (int attempt = 0; ::CreateProcessW(command.executable.c_str(), line.data(), nullptr, nullptr, FALSE,
                                         DETACHED_PROCESS, nullptr, nullptr, &info, &information) == 0;
       ++attempt) {
    if (attempt == 3) {
      throw system_failure("start the bare child", ::GetLastError());
    }
  }
  const Handle process(information.hProcess);
  const Handle thread(information.hThread);
  ::WaitForSingleObject(process.get(), INFINITE);
}

void harnessed(const ChildCommand& command) {
  const ChildReport report = run_child(command, Clocks{}, {}, {});
  const auto* exited = std::get_if<Exited>(&report.ending);
  if (exited == nullptr || exited->code != 0 || !report.saw_done) {
    throw EnvironmentFailure("the benchmark's child did not run as it should");
  }
}

/// Milliseconds per child when `threads` threads see `children` of them through.
double batch(Work work, const ChildCommand& command, int threads, int children) {
  std::atomic<int> left{children};
  const auto begin = std::chrono::steady_clock::now();
  std::vector<std::thread> pool;
  for (int count = 0; count < threads; ++count) {
    pool.emplace_back([&] {
      while (left.fetch_sub(1) > 0) {
        work(command);
      }
    });
  }
  for (std::thread& thread : pool) {
    thread.join();
  }
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count() / children;
}

void print(const std::string& name, double value, const char* unit, const char* goal) {
  std::printf(R"({"name": "%s", "value": %.3f, "unit": "%s", "goal": %s})"
              "\n",
              name.c_str(), value, unit, goal);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** values) {
  const int rounds = count > 1 ? std::stoi(values[1]) : 6;
  const int children = count > 2 ? std::stoi(values[2]) : 48;
  ChildCommand command;
  command.executable = child_program();
  command.arguments = {"probe-like"};
  command.environment = {{"SystemRoot", "C:\\windows"}, {"PATH", "C:\\windows\\system32"}};
  command.working_directory = "C:\\windows";

  for (const int threads : {1, 2, 4, 8}) {
    double best_bare = std::numeric_limits<double>::max();
    double best_harness = best_bare;
    for (int round = 0; round < rounds; ++round) {
      best_bare = std::min(best_bare, batch(bare, command, threads, children));
      best_harness = std::min(best_harness, batch(harnessed, command, threads, children));
    }
    const std::string suffix = "_threads_" + std::to_string(threads);
    print("bare_child" + suffix, best_bare, "ms per child", "null");
    print("harness_child" + suffix, best_harness, "ms per child", "null");
    print("harness_to_bare" + suffix, best_harness / best_bare, "ratio", "1.10");
  }
  return 0;
}

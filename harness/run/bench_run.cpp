// SPDX-License-Identifier: MIT
// What a cell costs over a bare CreateProcessW and WaitForSingleObject of the same child, with 1, 2, 4 and 8 threads:
// the probe that loads one stub DLL from its tree. The harness assembles and removes a tree for each, the bare loop has
// one for all. Prints one JSON line per figure: {"name", "value", "unit", "goal"}, goal null where there is none. Not a
// test.
//
// Batches of both kinds take turns, so that what else the machine does falls on both, and the best batch of each
// counts.
//
//   run-bench [ROUNDS [CELLS_PER_BATCH [THREADS]]]
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "harness/run/environment.hpp"
#include "harness/run/executor.hpp"
#include "harness/run/probe_plan.hpp"
#include "harness/scenario/expand.hpp"
#include "harness/tree/assemble.hpp"
#include "harness/tree/run_directory.hpp"
#include "harness/util/error.hpp"
#include "harness/util/output_file.hpp"
#include "harness/util/paths.hpp"
#include "harness/util/windows_api.hpp"
#include "harness/util/windows_handle.hpp"

namespace {

using namespace dllrepro;
namespace fs = std::filesystem;

constexpr const char* k_scenario =
    R"({"schema": 1, "title": "A DLL loads", "why": "To be measured", "evidence": ["none"],
  "tree": {"add": {"good.dll": {}}}, "steps": [{"load": "{site}/good.dll"}], "expect": [{"outcome": "ok"}]})";

/// Milliseconds per piece of work when `threads` threads see `count` of them through.
template <class Work>
double batch(int threads, int count, Work&& work) {
  std::atomic<int> left{count};
  const auto begin = std::chrono::steady_clock::now();
  {
    std::vector<std::jthread> pool;
    for (int thread = 0; thread < threads; ++thread) {
      pool.emplace_back([&] {
        while (left.fetch_sub(1) > 0) {
          work();
        }
      });
    }
  }
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count() / count;
}

/// The child alone, in a tree that is there already.
class BareLoop {
 public:
  BareLoop(const scenario::Cell& cell, const fs::path& folder, const fs::path& probe) {
    const run::MachineFacts machine = run::this_machine();
    const tree::PlaceMap places(folder / "bare", machine.system32, machine.windows);
    tree::StubStore store(folder / "bare-stubs");
    tree::assemble(cell.tree, places, store, probe);
    const fs::path plan = folder / "plan.json";
    write_file(plan, run::probe_plan(cell, places, run::child_environment(cell, places, machine)).dump());
    m_executable = places.file_of(cell.host.executable);
    m_line = L"\"" + m_executable.wstring() + L"\" --events NUL --plan \"" + plan.wstring() + L"\"";
  }

  void run_one() const {
    std::wstring line = m_line;
    STARTUPINFOW info{};
    info.cb = sizeof info;
    PROCESS_INFORMATION information{};
    // One start in some thousands fails with 1359 under Wine 8.0; the harness tries again as well.
    for (int attempt = 0; ::CreateProcessW(m_executable.c_str(), line.data(), nullptr, nullptr, FALSE, DETACHED_PROCESS,
                                           nullptr, nullptr, &info, &information) == 0;
         ++attempt) {
      if (attempt == 3) {
        throw EnvironmentFailure("failed to start the bare child");
      }
    }
    const Handle process(information.hProcess);
    const Handle thread(information.hThread);
    ::WaitForSingleObject(process.get(), INFINITE);
    DWORD code = 1;
    ::GetExitCodeProcess(process.get(), &code);
    if (code != 0) {
      throw EnvironmentFailure(fmt::format("the bare child ended with {}", code));
    }
  }

 private:
  fs::path m_executable;
  std::wstring m_line;
};

double harnessed(const std::vector<scenario::Cell>& cells, const run::RunOptions& options, const fs::path& folder) {
  const fs::path path = folder / "journal.jsonl";
  run::Journal journal(path, {});
  const auto begin = std::chrono::steady_clock::now();
  run::execute(cells, options, journal, {}, {});
  const double taken = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  if (run::read_journal(path).count(run::Verdict::Pass) != cells.size()) {
    throw EnvironmentFailure("the benchmark's cells did not pass");
  }
  return taken / static_cast<double>(cells.size());
}

void print(const std::string& name, double value, const char* unit, const char* goal) {
  fmt::print("{{\"name\": \"{}\", \"value\": {:.3f}, \"unit\": \"{}\", \"goal\": {}}}\n", name, value, unit, goal);
  std::fflush(stdout);
}

void measure(int rounds, int count, const std::vector<int>& thread_counts, const fs::path& folder) {
  const scenario::FixtureLibrary library(".");
  const std::vector<scenario::Cell> cells(
      static_cast<std::size_t>(count),
      scenario::expand(scenario::parse_scenario(JsonDocument::parse(k_scenario, "bench"), "bench"), library).front());
  run::RunOptions options;
  options.work_folder = folder / "work";
  options.probes = {{"x64", DLLREPRO_PROBE}};
  const BareLoop bare(cells.front(), folder, options.probes.at("x64"));
  for (const int threads : thread_counts) {
    options.jobs = static_cast<unsigned>(threads);
    double best_bare = std::numeric_limits<double>::max();
    double best_harnessed = best_bare;
    for (int round = 0; round < rounds; ++round) {
      best_bare = std::min(best_bare, batch(threads, count, [&] { bare.run_one(); }));
      best_harnessed = std::min(best_harnessed, harnessed(cells, options, folder));
    }
    print(fmt::format("bare child, {} at a time", threads), best_bare, "ms", "null");
    print(fmt::format("cell, {} at a time", threads), best_harnessed, "ms", "null");
    print(fmt::format("cell to bare child, {} at a time", threads), best_harnessed / best_bare, "ratio", "1.1");
    if (threads == 8) {
      print("cells, 8 at a time", 1000 / best_harnessed, "per second", "80");
    }
  }
}

}  // namespace

int main(int argument_count, char** arguments) {
  const auto number = [&](int index, int fallback) {
    return index < argument_count ? std::atoi(arguments[index]) : fallback;
  };
  const fs::path folder = tree::quick_folder() / fmt::format("dllrepro-bench-{}", ::GetCurrentProcessId());
  int code = 0;
  try {
    fs::create_directories(folder);
    const int threads = number(3, 0);
    measure(number(1, 5), number(2, 100), threads > 0 ? std::vector<int>{threads} : std::vector<int>{1, 2, 4, 8},
            folder);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "run-bench: %s\n", failure.what());
    code = 1;
  }
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  return code;
}

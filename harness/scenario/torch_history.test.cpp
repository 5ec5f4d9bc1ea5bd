// SPDX-License-Identifier: MIT
// What torch's wheels answered was measured once, wheel by wheel. Each outcome is a cell of scenarios/torch-history:
// this counts them, so that none goes unnoticed when a table is edited.
#include <map>
#include <string>

#include <fmt/format.h>
#include <catch2/catch_test_macros.hpp>

#include "harness/scenario/testing.hpp"

using namespace dllrepro;
using namespace dllrepro::scenario;

namespace {

using Tally = std::map<std::string, int>;

/// What is expected, in short: "ok", "126 shm.dll", "126 steps" where no module is named, "call error".
std::string in_short(const Expectation& expectation) {
  if (!expectation.error) {
    return expectation.outcome.value_or("");
  }
  std::string where = expectation.module.value_or(expectation.phase.value_or(""));
  where = where.substr(where.rfind('/') + 1);
  const bool is_stray = where.starts_with("aa_") || where.starts_with("zz_");
  return fmt::format("{} {}", *expectation.error, is_stray ? "stray" : where);
}

Tally tally_of(const std::string& name) {
  Tally tally;
  for (const Cell& cell : load_cells("scenarios/" + name + ".json", testing::library())) {
    ++tally[in_short(cell.expectation)];
  }
  return tally;
}

}  // namespace

TEST_CASE("every measured outcome of torch's wheels is a cell") {
  // real-artefacts.md T3: untouched, one DLL removed, one file more, c10.dll replaced, a part of the runtime missing.
  CHECK(tally_of("torch-history/untouched-wheel") == Tally{{"ok", 9}, {"126 shm.dll", 2}, {"126 fbgemm.dll", 1}});
  CHECK(tally_of("torch-history/removed-dll") == Tally{{"ok", 17},
                                                       {"126 fbgemm.dll", 14},
                                                       {"126 shm.dll", 25},
                                                       {"126 torch_cpu.dll", 1},
                                                       {"126 torch_python.dll", 4},
                                                       {"126 steps", 10}});
  CHECK(tally_of("torch-history/stray-file") == Tally{{"ok", 15},
                                                      {"193 stray", 37},
                                                      {"1114 stray", 3},
                                                      {"126 stray", 4},
                                                      {"126 shm.dll", 8},
                                                      {"126 fbgemm.dll", 8}});
  CHECK(tally_of("torch-history/broken-c10") == Tally{{"193 c10.dll", 27}, {"193 steps", 5}});
  CHECK(tally_of("torch-history/vc-runtime") == Tally{{"ok", 16},
                                                      {"126 c10.dll", 14},
                                                      {"126 asmjit.dll", 4},
                                                      {"126 fbgemm.dll", 5},
                                                      {"126 shm.dll", 4},
                                                      {"126 torch_python.dll", 1},
                                                      {"126 steps", 5}});
  // T4 to T9: old runtimes, where MKL and uv.dll may lie, a second import, order, mixed releases.
  CHECK(tally_of("torch-history/old-runtime") == Tally{{"ok", 9}, {"1114 c10.dll", 1}, {"126 shm.dll", 1}});
  CHECK(tally_of("search-policy/user-site-mkl") == Tally{{"ok", 5}, {"126 shm.dll", 5}});
  CHECK(tally_of("machines/where-a-dependency-may-lie") ==
        Tally{{"ok", 14}, {"126 shm.dll", 3}, {"126 _C.cp312-win_amd64.pyd", 3}});
  CHECK(tally_of("torch-history/second-import") == Tally{{"ok", 2}, {"126 shm.dll", 5}, {"call error", 2}});
  CHECK(tally_of("torch-history/load-order") == Tally{{"ok", 5}, {"126 shm.dll", 1}, {"126 fbgemm.dll", 1}});
  CHECK(tally_of("torch-history/mixed-releases") == Tally{{"ok", 8}, {"127 shm.dll", 11}});
}

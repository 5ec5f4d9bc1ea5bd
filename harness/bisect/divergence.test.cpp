// SPDX-License-Identifier: MIT
#include "harness/bisect/divergence.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro;
using namespace dllrepro::bisect;

namespace {

process::Event load(const char* module, double at) {
  return {{"event", "load"}, {"module", module}, {"at", at}, {"base", at * 4096}};
}

}  // namespace

TEST_CASE("Runs part at the first telling event that differs") {
  const process::Events good{load("c10.dll", 1), {{"event", "begin"}, {"step", 1}}, load("uv.dll", 2)};
  const process::Events bad{load("c10.dll", 3),
                            {{"event", "end"}, {"result", "error"}, {"call", "LoadLibraryW"}, {"error", 126}}};
  const Divergence divergence = first_divergence(good, bad);
  CHECK(divergence.good == "load uv.dll");
  CHECK(divergence.good_event == 2);
  CHECK(divergence.bad == "LoadLibraryW: error 126 (ERROR_MOD_NOT_FOUND)");
  CHECK(divergence.bad_event == 1);
}

TEST_CASE("A run that ends before the other parts from it there; equal runs never do") {
  const process::Events longer{load("c10.dll", 1), load("uv.dll", 2)};
  const process::Events shorter{load("c10.dll", 5)};
  CHECK(first_divergence(longer, shorter).good == "load uv.dll");
  CHECK(first_divergence(longer, shorter).bad.empty());
  CHECK(first_divergence(longer, longer).good.empty());
}

TEST_CASE("What failed is told by its call or its operation, a crash by its status") {
  const process::Events good{load("a.dll", 1)};
  const process::Events failed{{{"event", "begin"}, {"step", 4}, {"op", "import"}, {"text", "torch"}},
                               {{"event", "begin"}, {"step", 5}, {"op", "load"}},
                               {{"event", "end"}, {"step", 4}, {"result", "error"}, {"error", 126}}};
  CHECK(first_divergence(good, failed).bad == "import: error 126 (ERROR_MOD_NOT_FOUND)");
  const process::Events crashed{{{"event", "exited"}, {"code", 0xC0000005U}}};
  CHECK(first_divergence(good, crashed).bad == "the process ended with 0xC0000005 (STATUS_ACCESS_VIOLATION)");
}

TEST_CASE("Step numbers differ between any two runs and part none") {
  const process::Events one{{{"event", "end"}, {"step", 1}, {"result", "error"}, {"error", 2}, {"call", "f"}}};
  const process::Events other{{{"event", "end"}, {"step", 7}, {"result", "error"}, {"error", 2}, {"call", "f"}}};
  CHECK(first_divergence(one, other).good.empty());
}

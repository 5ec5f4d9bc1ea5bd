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
  CHECK(divergence.bad == "LoadLibraryW fails with 126");
  CHECK(divergence.bad_event == 1);
}

TEST_CASE("A run that ends before the other parts from it there; equal runs never do") {
  const process::Events longer{load("c10.dll", 1), load("uv.dll", 2)};
  const process::Events shorter{load("c10.dll", 5)};
  CHECK(first_divergence(longer, shorter).good == "load uv.dll");
  CHECK(first_divergence(longer, shorter).bad.empty());
  CHECK(first_divergence(longer, longer).good.empty());
}

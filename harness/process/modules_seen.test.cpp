// SPDX-License-Identifier: MIT
#include "harness/process/modules_seen.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro::process;

TEST_CASE("loads and unloads leave the modules that are still there, in load order") {
  const auto load = [](const char* module) { return Event{{"event", "load"}, {"module", module}}; };
  const auto unload = [](const char* module) { return Event{{"event", "unload"}, {"module", module}}; };
  const Events events{load("C:\\a.dll"),
                      load("C:\\b.dll"),
                      {{"event", "load"}},
                      {{"event", "end"}, {"module", "x"}},
                      load("c:\\A.DLL"),
                      load("C:\\c.dll"),
                      unload("C:\\B.dll"),
                      {{"module", "y"}},
                      {{"event", "load"}, {"module", 3}}};
  CHECK(modules_seen(events) == std::vector<std::string>{"C:\\a.dll", "C:\\c.dll"});
  CHECK(modules_seen({}).empty());
}

// SPDX-License-Identifier: MIT
#include "harness/tree/distribution_lock.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/tree/tree_testing.hpp"

using namespace dllrepro;
using namespace dllrepro::tree;

namespace {

DistributionLock shipped() {
  Diagnostics faults;
  DistributionLock lock = DistributionLock::read("fixtures/distributions.lock.json", faults);
  CHECK(describe(faults).empty());
  return lock;
}

}  // namespace

TEST_CASE("the shipped lock pins every wheel by a whole sha256, no distribution twice") {
  const DistributionLock lock = shipped();
  CHECK(lock.distributions().size() >= 40);
  for (const Distribution& distribution : lock.distributions()) {
    INFO(describe(distribution));
    for (const Wheel& wheel : distribution.wheels) {
      CHECK(wheel.sha256.size() == 64);
      CHECK(wheel.sha256.find_first_not_of("0123456789abcdef") == std::string::npos);
    }
    CHECK(parse_requirement(distribution.name + "==" + distribution.version).name == distribution.name);
  }
  Diagnostics faults;
  const Distribution torch = lock.require("torch==2.15.0", {}, faults);
  REQUIRE(torch.wheels.size() == 2);
  CHECK(torch.wheels[0].python == "cp312");
  CHECK(torch.wheels[1].python == "cp313");
  CHECK(lock.require("CUDA_Pathfinder==1.8.4", {}, faults).wheels.at(0).python == "");
  CHECK(lock.require_python("default", {}, faults).wheels.size() == 3);
  CHECK(faults.empty());
}

TEST_CASE("what is not pinned is told with what comes nearest") {
  const DistributionLock lock = shipped();
  const auto fault = [&](const char* requirement) {
    Diagnostics faults;
    static_cast<void>(lock.require(requirement, {"x.json", 3, 5, "/tree/install/0"}, faults));
    return describe(faults);
  };
  CHECK(fault("torhc==2.15.0") ==
        "x.json:3:5: fixtures/distributions.lock.json pins no distribution \"torhc\"; did you mean \"torch\"? (at "
        "/tree/install/0)");
  CHECK(fault("cuda-pathfinder==1.8.9")
            .find("pins no version \"1.8.9\" of cuda-pathfinder; the nearest: 1.8.0, 1.8.1, "
                  "1.8.2") != std::string::npos);
  Diagnostics faults;
  static_cast<void>(lock.require_python("3.14", {}, faults));
  CHECK(describe(faults) == "no Python \"3.14\" is pinned; known: 3.11, 3.12, 3.13");
}

TEST_CASE("a lock that is wrong is reported at its places; one that is not there pins nothing") {
  const testing::TemporaryFolder folder;
  const auto file = folder.write("distributions.lock.json", R"({"schema": 1, "pythons": {}, "distributions": [
    {"name": "a", "version": "1", "suites": ["real"], "file": "a-1-cp313-cp313-win_amd64.whl", "sha256": "x"},
    {"name": "a", "version": "1", "suites": ["real"], "file": "a-1-cp313-abi3-win_amd64.whl", "sha256": "x"},
    {"name": "a", "version": "1", "suites": ["real"], "file": "a-1-2-cp313-cp313-win_amd64.whl", "sha256": "x"},
    {"name": "b", "verrsion": "1", "suites": ["real"], "file": "b-1-py3-none-any.whl", "sha256": "x"}]})");
  Diagnostics faults;
  static_cast<void>(DistributionLock::read(file, faults));
  REQUIRE(faults.size() == 3);
  CHECK(faults[0].location.line == 4);
  CHECK(faults[0].message == "a 1 is pinned twice");
  CHECK(faults[1].message.find("\"verrsion\"") != std::string::npos);
  faults.clear();
  CHECK(DistributionLock::read(folder.path() / "none.json", faults).distributions().empty());
  CHECK(faults.empty());
}

TEST_CASE("a requirement is a name and one version") {
  CHECK(parse_requirement("Foo_.Bar==1.0").name == "foo-bar");
  CHECK(parse_requirement("Foo_.Bar==1.0").version == "1.0");
  for (const char* text :
       {"torch", "torch==", "==1", "torch>=1", "torch===1", "torch==1,<2", "torch ==1", "torch[x]==1"}) {
    INFO(text);
    CHECK(parse_requirement(text).name.empty());
  }
}

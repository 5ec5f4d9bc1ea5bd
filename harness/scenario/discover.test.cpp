// SPDX-License-Identifier: MIT
#include "harness/scenario/discover.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/scenario/library.hpp"
#include "harness/scenario/scenario.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"
#include "harness/util/temporary_folder.hpp"

using namespace dllrepro;
using namespace dllrepro::scenario;

namespace {

class Tree : public TemporaryFolder {
 public:
  Tree() {
    write("fixtures/record/a.json", "{}");
    write("fixtures/loaders/torch/glob.json", "{}");
    write("fixtures/loaders/plain.json", "{}");
    write("scenarios/b/two.json", "{}");
    write("scenarios/a/one.json", "{}");
    write("scenarios/a/deep/three.json", "{}");
    write("scenarios/a/notes.txt", "");
  }

  [[nodiscard]] std::vector<std::string> found(const std::vector<std::string>& arguments) const {
    std::vector<std::string> names;
    for (const auto& file : discover(arguments, path())) {
      names.push_back(scenario_name(file));
    }
    return names;
  }

  [[nodiscard]] std::string fault(const std::string& argument) const {
    try {
      discover({argument}, path());
    } catch (const BadInput& bad) {
      return bad.diagnostics()[0].message;
    }
    return "";
  }
};

}  // namespace

TEST_CASE("scenarios are found by path, folder and name, sorted and each once") {
  const Tree tree;
  const std::string root = path_to_utf8(tree.path());
  CHECK(tree.found({}) == std::vector<std::string>{"a/deep/three", "a/one", "b/two"});
  CHECK(tree.found({"a"}) == std::vector<std::string>{"a/deep/three", "a/one"});
  CHECK(tree.found({"b/two", "a/one", root + "/scenarios/a/one.json"}) == std::vector<std::string>{"a/one", "b/two"});
  CHECK(tree.found({root + "/scenarios/b"}) == std::vector<std::string>{"b/two"});
}

TEST_CASE("what is not there is told with the nearest name") {
  const Tree tree;
  CHECK(tree.fault("a/onee") == "no such file, folder or scenario; did you mean \"a/one\"?");
  CHECK(tree.fault("scenarios/b/tow.json") == "no such file, folder or scenario; did you mean \"b/two\"?");
  tree.write("scenarios/c/notes.txt", "");
  CHECK(tree.fault("c") == "this folder holds no scenario");
}

TEST_CASE("the root is found from below, and fixtures by name") {
  const Tree tree;
  const std::filesystem::path root = FixtureLibrary::find_root(tree.path() / "scenarios" / "a" / "one.json");
  CHECK(std::filesystem::equivalent(root, tree.path()));
  const FixtureLibrary library(root);
  CHECK(library.names(FixtureKind::Loader) == std::vector<std::string>{"plain", "torch/glob"});
  CHECK(library.names(FixtureKind::Host).empty());
  CHECK(library.find(FixtureKind::Loader, "torch/glob") != nullptr);
  CHECK(library.find(FixtureKind::Loader, "../hosts/x") == nullptr);
  Diagnostics faults;
  const JsonDocument asking = JsonDocument::parse("{}", "x.json");
  CHECK(library.require(FixtureKind::Loader, "torch/golb", JsonCursor(asking, faults)) == nullptr);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].message == "unknown loader \"torch/golb\"; did you mean \"torch/glob\"?");
}

TEST_CASE("a scenario is called by its path below scenarios") {
  CHECK(scenario_name("scenarios/preload-glob/x.json") == "preload-glob/x");
  CHECK(scenario_name("/a/scenarios/x.json") == "x");
  CHECK(scenario_name("/elsewhere/x.json") == "x");
}

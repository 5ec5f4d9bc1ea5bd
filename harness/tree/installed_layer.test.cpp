// SPDX-License-Identifier: MIT
#include "harness/tree/installed_layer.hpp"

#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <catch2/catch_test_macros.hpp>

#include "harness/tree/tree_testing.hpp"
#include "harness/util/error.hpp"

using namespace dllrepro;
using namespace dllrepro::tree;

namespace {

/// Two packages and an interpreter: what the cache would hold of them.
class Ground {
 public:
  Ground() {
    m_folder.write("distributions.lock.json", R"({"schema": 1,
      "pythons": {"3.12": {"version": "3.12.7", "name": "p", "release": "1", "file": "p-1-cp312-cp312-win_amd64.whl",
                           "sha256": "p"}},
      "distributions": [
        {"name": "torch", "version": "2.15.0", "suites": ["real"], "file": "torch-2.15.0-py3-none-any.whl", "sha256": "t"},
        {"name": "other", "version": "1.0", "suites": ["real"], "file": "other-1.0-py3-none-any.whl", "sha256": "o"}]})");
    m_folder.write("trees/stub-python.json", R"({"schema": 1, "title": "x", "evidence": ["x"],
      "add": {"{prefix}/python312.dll": {}, "{prefix}/vcruntime140.dll": {}}})");
    m_torch.title = "torch 2.15.0";
    m_torch.files = {"Lib/site-packages/torch/__init__.py", "Lib/site-packages/torch/lib/c10.dll",
                     "Lib/site-packages/torch/lib/uv.dll", "Lib/site-packages/shared/__init__.py"};
    m_other.title = "other 1.0";
    m_other.files = {"Lib/site-packages/shared/__init__.py", "msvcp140.dll"};
    m_python.title = "Python 3.12.7";
    m_python.files = {"python312.dll", "VCRUNTIME140.dll", "DLLs/_ctypes.pyd"};
    m_python.is_python = true;
  }

  std::pair<TreePlan, Diagnostics> resolve(const std::vector<std::string>& layers) const {
    return testing::resolve_texts(layers, TreeLibrary(m_folder.path() / "trees"));
  }

  InstalledLayer layer(const TreePlan& plan) const {
    return InstalledLayer(plan, [this](const Distribution& wanted) -> const Artefact& {
      return wanted.name == k_python ? m_python : wanted.name == "torch" ? m_torch : m_other;
    });
  }

  /// The paths of a tree's installed files, or what is wrong with it.
  std::string paths(const std::string& tree) const {
    const auto [plan, faults] = resolve({tree});
    if (!faults.empty()) {
      return describe(faults);
    }
    try {
      const InstalledLayer made = layer(plan);
      std::set<std::string> sorted;
      for (const InstalledFile& file : made.files()) {
        sorted.insert(file.path + (file.occurrence == 0 ? "" : "*"));
      }
      return fmt::format("{}", fmt::join(sorted, " "));
    } catch (const BadInput& bad) {
      return describe(bad.diagnostics());
    }
  }

 private:
  testing::TemporaryFolder m_folder;
  Artefact m_torch;
  Artefact m_other;
  Artefact m_python;
};

/// A host's first layer, as the scenario room makes it.
TreePlan with_python(const Ground& ground, const std::string& layer) {
  TreeFixture host;
  host.changes.push_back({TreeChange::Verb::Install, "python==3.12", {}, {}, {}, {}});
  auto [fixture, faults] = testing::read_tree(layer);
  CHECK(describe(faults).empty());
  const testing::TemporaryFolder folder;
  folder.write("trees/stub-python.json", R"({"schema": 1, "title": "x", "evidence": ["x"],
    "add": {"{prefix}/python312.dll": {}, "{prefix}/vcruntime140.dll": {}}})");
  const TreeLibrary library(folder.path() / "trees");
  TreePlan plan = resolve({&host, &fixture}, library, faults);
  CHECK(describe(faults).empty());
  static_cast<void>(ground);
  return plan;
}

}  // namespace

TEST_CASE("installed files lie where pip puts them, and later packages overwrite earlier ones") {
  const Ground ground;
  CHECK(ground.paths(R"({"install": ["torch==2.15.0", "other==1.0"]})") ==
        "shared/__init__.py torch/__init__.py torch/lib/c10.dll torch/lib/uv.dll {prefix}/msvcp140.dll");
  CHECK(ground.paths(R"({"install": ["torch==2.15.0", "torch==2.15.0"]})") ==
        "shared/__init__.py torch/__init__.py torch/lib/c10.dll torch/lib/uv.dll");
}

TEST_CASE("changes work on installed files, in the order of the file") {
  const Ground ground;
  const std::string torch = R"({"install": "torch==2.15.0", )";
  CHECK(ground.paths(torch + R"("remove": ["torch/lib/uv.dll"]})") ==
        "shared/__init__.py torch/__init__.py torch/lib/c10.dll");
  CHECK(ground.paths(torch + R"("remove": ["torch/lib", "shared"]})") == "torch/__init__.py");
  CHECK(ground.paths(torch + R"("remove": ["torch/LIB/*.dll"]})") == "shared/__init__.py torch/__init__.py");
  CHECK(ground.paths(torch + R"("remove": ["shared"], "move": {"torch/lib": "{elsewhere}/lib"}})") ==
        "torch/__init__.py {elsewhere}/lib/c10.dll {elsewhere}/lib/uv.dll");
  CHECK(ground.paths(torch + R"("remove": ["shared"], "copy": {"torch/lib/uv.dll": "torch/uv.dll"}})") ==
        "torch/__init__.py torch/lib/c10.dll torch/lib/uv.dll torch/uv.dll*");
  // What is removed before it is installed is there.
  CHECK(ground.paths(R"({"install": "other==1.0", "remove": ["shared"], "add": {"x/y.dll": {}}})") ==
        "{prefix}/msvcp140.dll");
}

TEST_CASE("a path that names nothing is told with the nearest when the tree is made") {
  const Ground ground;
  CHECK(ground.paths("{\"install\": \"torch==2.15.0\",\n \"remove\": [\"torch/lib/uw.dll\"]}") ==
        "x.json:2:13: the tree has no \"torch/lib/uw.dll\"; did you mean \"torch/lib/uv.dll\"? (at /remove/0)");
  CHECK(ground.paths(R"({"install": "torch==2.15.0", "replace": {"torch/lib/uw.dll": {}}})").find("the tree has no") !=
        std::string::npos);
  CHECK(ground.paths(R"({"install": "torch==2.15.0", "copy": {"torch/lib/uv.dll": "torch/lib/c10.dll"}})")
            .find("\"torch/lib/c10.dll\" is there already") != std::string::npos);
}

TEST_CASE("a change may mean files of both kinds") {
  const Ground ground;
  const std::string tree = R"({"install": "torch==2.15.0", "add": {"torch/lib/stub.dll": {}}, )";
  const auto [plan, faults] = ground.resolve({tree + R"("move": {"torch/lib": "{elsewhere}/lib"}})"});
  CHECK(describe(faults).empty());
  CHECK(testing::paths_of(plan) == "{elsewhere}/lib/stub.dll");
  CHECK(ground.layer(plan).files().size() == 4);
  // Once one of the tree's own files is meant, there need not be an installed one.
  CHECK(ground.paths(tree + R"("remove": ["torch/lib/stub.dll", "shared"]})") ==
        "torch/__init__.py torch/lib/c10.dll torch/lib/uv.dll");
}

TEST_CASE("the tree's own files go beside installed ones, and in their place by replace alone") {
  const Ground ground;
  CHECK(ground.paths(R"({"install": "torch==2.15.0", "add": {"torch/lib/UV.dll": {}}})")
            .find("\"torch/lib/UV.dll\" is there already, from torch 2.15.0; \"replace\"") != std::string::npos);
  const auto [plan, faults] =
      ground.resolve({R"({"install": "torch==2.15.0", "add": {"torch/lib/zz.dll": {"text": "x"}},
                          "replace": {"torch/lib/uv.dll": {}, "torch/lib/zz.dll": {"text": "y"}}})"});
  CHECK(describe(faults).empty());
  CHECK(testing::paths_of(plan) == "torch/lib/uv.dll torch/lib/zz.dll");
  CHECK(ground.layer(plan).files().size() == 3);
  CHECK_FALSE(ground.layer(plan).hides("torch/lib/uv.dll"));
}

TEST_CASE("stubs that stand for the interpreter give way to a real one, unless they replace it") {
  const Ground ground;
  const TreePlan plan = with_python(ground, R"({"use": ["stub-python"], "add": {"{prefix}/more.dll": {}}})");
  const InstalledLayer layer = ground.layer(plan);
  CHECK(layer.files().size() == 3);
  CHECK(layer.hides("{prefix}/python312.dll"));
  CHECK(layer.hides("{prefix}/vcruntime140.dll"));
  CHECK_FALSE(layer.hides("{prefix}/more.dll"));

  const TreePlan replaced =
      with_python(ground, R"({"use": ["stub-python"], "replace": {"{prefix}/vcruntime140.dll": {"text": "mine"}}})");
  CHECK(ground.layer(replaced).files().size() == 2);
  CHECK_FALSE(ground.layer(replaced).hides("{prefix}/vcruntime140.dll"));
  // As a package's files would: a newer runtime in the interpreter's folder.
  CHECK(ground.layer(with_python(ground, R"({"move": {"{prefix}/python312.dll": "{prefix}/vcruntime140.dll"}})"))
            .files()
            .size() == 2);
  CHECK(ground.layer(with_python(ground, R"({"remove": ["{prefix}/DLLs/_ctypes.pyd"]})")).files().size() == 2);
}

TEST_CASE("beside an interpreter alone, a path elsewhere is known to be missing at once") {
  TreeFixture host;
  host.changes.push_back({TreeChange::Verb::Install, "python==default", {}, {}, {}, {}});
  auto [fixture, faults] = testing::read_tree(R"({"add": {"torch/c10.dll": {}}, "remove": ["torch/c11.dll"]})");
  static_cast<void>(resolve({&host, &fixture}, TreeLibrary("fixtures/none"), faults));
  CHECK(describe(faults).find("did you mean \"torch/c10.dll\"") != std::string::npos);
}

TEST_CASE("one distribution has one version, and none is asked for in another way") {
  const Ground ground;
  CHECK(ground.paths(R"({"install": "torch"})").find("such as \"torch==2.15.0\", found \"torch\"") !=
        std::string::npos);
  CHECK(ground.paths(R"({"install": "python==3.12"})").find("a host names it") != std::string::npos);
  CHECK(ground.paths(R"({"install": ["torch==2.15.1"]})").find("the nearest: 2.15.0") != std::string::npos);
}

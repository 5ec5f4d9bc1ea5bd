// SPDX-License-Identifier: MIT
#include "harness/tree/artefact_store.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

#include <catch2/catch_test_macros.hpp>

#include "harness/tree/disk.hpp"
#include "harness/tree/tree_testing.hpp"
#include "harness/util/error.hpp"

using namespace dllrepro;
using namespace dllrepro::tree;

namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void overwrite(const fs::path& file, const std::string& text) {
  // What the clock of a file system tells apart may be some milliseconds.
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  std::ofstream(file, std::ios::binary) << text;
}

class Ground {
 public:
  Ground() {
    m_folder.write("cache/a/files/lib/one.dll", "one");
    m_folder.write("cache/a/artefact.json", "{}");
    artefact.title = "a 1";
    artefact.id = "a";
    artefact.manifest = m_folder.path() / "cache" / "a" / "artefact.json";
    artefact.folder = m_folder.path() / "cache" / "a" / "files";
    artefact.files = {"lib/one.dll"};
    plan.installed.push_back({InstallStep::Verb::Install, {"a", "1", {}}, {}, {}, true, {}});
    plan.installed.push_back({InstallStep::Verb::Copy, {}, "{prefix}/lib/one.dll", "{elsewhere}/two.dll", true, {}});
    layer = InstalledLayer(plan, [this](const Distribution&) -> const Artefact& { return artefact; });
    fs::create_directories(path("tree"));
    fs::create_directories(path("next"));
  }

  void make(const char* tree) {
    for (const InstalledFile& file : layer.files()) {
      store.put(file, path(tree) / (file.occurrence == 0 ? "one.dll" : "two.dll"), tree);
    }
  }

  [[nodiscard]] fs::path path(const char* name) const { return m_folder.path() / name; }
  [[nodiscard]] fs::path cached() const { return artefact.folder / "lib" / "one.dll"; }

 private:
  testing::TemporaryFolder m_folder;

 public:
  Artefact artefact;
  TreePlan plan;
  InstalledLayer layer;
  ArtefactStore store{m_folder.path() / "store"};
};

}  // namespace

TEST_CASE("files are links into the cache, the second of one tree a file of its own") {
  Ground ground;
  ground.make("tree");
  CHECK(text_of(ground.path("tree") / "one.dll") == "one");
  CHECK(text_of(ground.path("tree") / "two.dll") == "one");
  CHECK(fs::equivalent(ground.path("tree") / "one.dll", ground.cached()));
  CHECK_FALSE(fs::equivalent(ground.path("tree") / "one.dll", ground.path("tree") / "two.dll"));
  ground.make("next");
  CHECK(fs::equivalent(ground.path("tree") / "two.dll", ground.path("next") / "two.dll"));
  CHECK(ground.store.check(ground.layer, "tree").empty());
}

TEST_CASE("a copy that a child wrote to is made anew for the next tree") {
  Ground ground;
  ground.make("tree");
  overwrite(ground.path("tree") / "two.dll", "own");
  CHECK(ground.store.check(ground.layer, "tree").empty());
  ground.make("next");
  CHECK(text_of(ground.path("next") / "two.dll") == "one");
}

TEST_CASE("a file of the cache that a child wrote to takes its artefact out of use") {
  Ground ground;
  ground.make("tree");
  overwrite(ground.path("tree") / "one.dll", "eno");
  const auto damages = ground.store.check(ground.layer, "tree");
  REQUIRE(damages.size() == 1);
  CHECK(damages[0].artefact == &ground.artefact);
  CHECK_FALSE(fs::exists(ground.artefact.manifest));
}

TEST_CASE("a file that programs open is shared by the trees of one place alone") {
  Ground ground;
  fs::rename(ground.cached(), ground.artefact.folder / "lib" / "one.py");
  ground.artefact.files = {"lib/one.py"};
  ground.plan.installed.pop_back();
  ground.layer = InstalledLayer(ground.plan, [&](const Distribution&) -> const Artefact& { return ground.artefact; });
  const InstalledFile& file = ground.layer.files().at(0);
  ground.store.put(file, ground.path("tree") / "one.py", "first place");
  ground.store.put(file, ground.path("tree") / "again.py", "first place");
  ground.store.put(file, ground.path("next") / "one.py", "second place");
  CHECK(text_of(ground.path("next") / "one.py") == "one");
  CHECK(fs::equivalent(ground.path("tree") / "one.py", ground.path("tree") / "again.py"));
  CHECK_FALSE(fs::equivalent(ground.path("tree") / "one.py", ground.path("next") / "one.py"));
  CHECK_FALSE(fs::equivalent(ground.path("tree") / "one.py", ground.artefact.folder / "lib" / "one.py"));

  overwrite(ground.path("tree") / "one.py", "own");
  CHECK(ground.store.check(ground.layer, "first place").empty());
  ground.store.put(file, ground.path("next") / "anew.py", "first place");
  CHECK(text_of(ground.path("next") / "anew.py") == "one");
}

TEST_CASE("an owner's copies are gone when it is, those of others and the trees' files stay") {
  Ground ground;
  fs::rename(ground.cached(), ground.artefact.folder / "lib" / "one.py");
  ground.artefact.files = {"lib/one.py"};
  ground.plan.installed.pop_back();
  ground.layer = InstalledLayer(ground.plan, [&](const Distribution&) -> const Artefact& { return ground.artefact; });
  const InstalledFile& file = ground.layer.files().at(0);
  const auto copies = [&] {
    return std::count_if(fs::recursive_directory_iterator(ground.path("store")), {},
                         [](const fs::directory_entry& entry) { return entry.is_regular_file(); });
  };
  ground.store.put(file, ground.path("tree") / "one.py", "first place");
  ground.store.put(file, ground.path("next") / "one.py", "second place");
  CHECK(copies() == 2);
  ground.store.forget("first place");
  ground.store.forget("nobody");
  CHECK(copies() == 1);
  CHECK(text_of(ground.path("tree") / "one.py") == "one");
  ground.store.put(file, ground.path("next") / "anew.py", "first place");
  CHECK(text_of(ground.path("next") / "anew.py") == "one");
  CHECK(copies() == 2);
}

TEST_CASE("a file that is gone from the cache is named") {
  Ground ground;
  fs::remove(ground.cached());
  try {
    ground.make("tree");
    FAIL("made a tree of nothing");
  } catch (const EnvironmentFailure& failure) {
    CHECK(std::string(failure.what()).find("a file of a 1 is gone from the cache") == 0);
  }
}

TEST_CASE("from another file system a file is copied once and linked from then on") {
  const fs::path cache = fs::temp_directory_path() / ("dllrepro-" + disk::random_name());
  fs::create_directories(cache);
  std::ofstream(cache / "one.dll") << "one";
  Ground ground;
  ground.artefact.folder = cache;
  ground.artefact.files = {"one.dll"};
  ground.make("tree");
  ground.make("next");
  CHECK(text_of(ground.path("next") / "one.dll") == "one");
  CHECK(fs::equivalent(ground.path("tree") / "one.dll", ground.path("next") / "one.dll"));
  CHECK_FALSE(fs::equivalent(ground.path("tree") / "one.dll", ground.path("tree") / "two.dll"));
  fs::remove_all(cache);
}

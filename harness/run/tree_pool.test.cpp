// SPDX-License-Identifier: MIT
#include "harness/run/tree_pool.hpp"

#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

#include <catch2/catch_test_macros.hpp>

namespace dllrepro::run {
namespace {

namespace fs = std::filesystem;

/// A pool in a folder of its own, and trees of text files, which no composer is needed for.
class Ground {
 public:
  Ground() { std::ofstream(probe()) << "probe"; }

  std::unique_ptr<TreeSlot> made(const std::string& key) {
    tree::TreePlan plan;
    plan.files["{prefix}/python.exe"].content = tree::HostExecutable{};
    plan.files[key + "/lib/a.txt"].content = tree::TextFile{key};
    plan.files["{elsewhere}/empty-" + key].content = tree::EmptyFolder{};
    std::unique_ptr<TreeSlot> slot = pool.take(key);
    slot->make(key, plan, {m_store, m_artefacts, probe(), {}});
    slot->write_beside("plan.json", key);
    slot->remember();
    return slot;
  }

  [[nodiscard]] fs::path probe() const { return m_folder.path() / "probe.exe"; }

 private:
  tree::RunDirectory m_folder{tree::quick_folder() / "dllrepro-run-tests"};
  tree::StubStore m_store{m_folder.path() / "stubs"};
  tree::ArtefactStore m_artefacts{m_folder.path() / "artefacts"};

 public:
  TreePool pool{m_folder.path() / "work", "C:/Windows/System32", "C:/Windows"};
};

fs::path file_of(const TreeSlot& slot, const char* tree_path) {
  return slot.places().file_of(tree_path);
}

}  // namespace

TEST_CASE("A tree that was left as it was serves the next cell that has the same") {
  Ground ground;
  auto slot = ground.made("one");
  CHECK(slot->unchanged());
  const fs::path folder = slot->folder();
  ground.pool.give_back(std::move(slot));
  slot = ground.made("one");
  CHECK(slot->folder() == folder);
  CHECK(slot->unchanged());
}

TEST_CASE("For another tree the files are exchanged, and nothing of the first is left") {
  Ground ground;
  auto slot = ground.made("one");
  const fs::path folder = slot->folder();
  ground.pool.give_back(std::move(slot));
  slot = ground.made("two");
  CHECK(slot->folder() == folder);
  CHECK(fs::exists(file_of(*slot, "two/lib/a.txt")));
  CHECK(fs::exists(file_of(*slot, "{prefix}/python.exe")));
  for (const char* gone : {"one", "{elsewhere}/empty-one"}) {
    CAPTURE(gone);
    CHECK_FALSE(fs::exists(file_of(*slot, gone)));
  }
  for (const tree::Place& place : tree::places()) {
    CHECK(fs::is_directory(file_of(*slot, ("{" + std::string(place.name) + "}").c_str())));
  }
  std::ifstream plan(folder / "plan.json");
  CHECK(std::string(std::istreambuf_iterator<char>(plan), {}) == "two");
}

TEST_CASE("Whatever a child does to its tree is seen") {
  Ground ground;
  auto slot = ground.made("one");
  // What the clock of a file system tells apart may be some milliseconds; a child takes longer than that to start.
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  SECTION("a file added in a place") {
    std::ofstream(file_of(*slot, "{temp}") / "left.tmp") << "x";
  }
  SECTION("a file added beside one of the tree") {
    std::ofstream(file_of(*slot, "one/lib/b.txt")) << "x";
  }
  SECTION("a folder added at the top") {
    fs::create_directory(slot->folder() / "new");
  }
  SECTION("a file removed") {
    fs::remove(file_of(*slot, "one/lib/a.txt"));
  }
  SECTION("a file renamed") {
    fs::rename(file_of(*slot, "one/lib/a.txt"), file_of(*slot, "one/lib/c.txt"));
  }
  SECTION("a file written to, its length kept") {
    std::ofstream(file_of(*slot, "one/lib/a.txt")) << "eno";
  }
  SECTION("an empty folder removed") {
    fs::remove(file_of(*slot, "{elsewhere}/empty-one"));
  }
  SECTION("the plan written to") {
    std::ofstream(slot->folder() / "plan.json") << "eno";
  }
  CHECK_FALSE(slot->unchanged());
}

TEST_CASE("A slot is removed when nobody holds it any more") {
  fs::path folder;
  {
    Ground ground;
    auto slot = ground.made("one");
    folder = slot->folder();
    CHECK(fs::exists(folder));
  }
  CHECK_FALSE(fs::exists(folder));
}

}  // namespace dllrepro::run

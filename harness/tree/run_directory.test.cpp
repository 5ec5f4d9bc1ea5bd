// SPDX-License-Identifier: MIT
#include "harness/tree/run_directory.hpp"

#include <fstream>
#include <set>

#include <catch2/catch_test_macros.hpp>

#include "harness/tree/disk.hpp"
#include "harness/tree/tree_testing.hpp"
#include "harness/util/error.hpp"

using namespace dllrepro;
using namespace dllrepro::tree;
namespace fs = std::filesystem;

TEST_CASE("run directories are new, short and gone at the end") {
  const testing::TemporaryFolder work;
  std::set<fs::path> seen;
  for (int i = 0; i < 20; ++i) {
    const RunDirectory run(work.path() / "deep" / "work");
    CHECK(fs::is_directory(run.path()));
    CHECK(run.path().is_absolute());
    CHECK(run.path().filename().string().size() == 8);
    CHECK(seen.insert(run.path()).second);
  }
  CHECK(fs::is_empty(work.path() / "deep" / "work"));
}

TEST_CASE("the quick folder is there and can be written to") {
  CHECK(fs::is_directory(quick_folder()));
  const RunDirectory run(quick_folder() / "dllrepro-tree-tests");
  CHECK(fs::is_directory(run.path()));
}

TEST_CASE("a kept run directory stays") {
  const testing::TemporaryFolder work;
  fs::path kept;
  {
    RunDirectory run(work.path());
    std::ofstream(run.path() / "x") << "x";
    kept = run.keep();
    CHECK(run.remove().empty());
  }
  CHECK(fs::exists(kept / "x"));
}

TEST_CASE("a moved run directory is removed once, by its new owner") {
  const testing::TemporaryFolder work;
  RunDirectory first(work.path());
  const fs::path path = first.path();
  {
    RunDirectory second(std::move(first));
    CHECK(fs::exists(path));
  }
  CHECK_FALSE(fs::exists(path));
}

TEST_CASE("a work folder that can't be made is a failure of the environment that names it") {
  const testing::TemporaryFolder work;
  work.write("file", "x");
  try {
    const RunDirectory run(work.path() / "file" / "below");
    FAIL("made below a file");
  } catch (const EnvironmentFailure& failure) {
    CHECK(std::string(failure.what()).find("file") != std::string::npos);
    CHECK(std::string(failure.what()).find("failed to create folder") == 0);
  }
}

TEST_CASE("removing a tree that is not there removes nothing and is well") {
  const testing::TemporaryFolder work;
  CHECK(remove_tree(work.path() / "nothing", std::chrono::milliseconds(0)).empty());
}

TEST_CASE("paths longer than 260 characters are made and removed") {
  const testing::TemporaryFolder work;
  fs::path deep = work.path();
  for (int i = 0; i < 10; ++i) {
    deep /= std::string(60, static_cast<char>('a' + i));
  }
  disk::make_folders(deep);
  disk::write(deep / "x.dll", {});
  CHECK(disk::is_there(deep / "x.dll"));
  CHECK(remove_tree(work.path(), std::chrono::milliseconds(0)).empty());
  CHECK_FALSE(disk::is_there(work.path()));
}

TEST_CASE("removal leaves alone what a link leads to") {
  const testing::TemporaryFolder work;
  work.write("outside/precious", "x");
  fs::create_directories(work.path() / "tree");
  std::error_code error;
  fs::create_directory_symlink(work.path() / "outside", work.path() / "tree" / "link", error);
  if (error) {
    SKIP("no symbolic links here: " + error.message());
  }
  CHECK(remove_tree(work.path() / "tree", std::chrono::milliseconds(0)).empty());
  CHECK(fs::exists(work.path() / "outside" / "precious"));
}

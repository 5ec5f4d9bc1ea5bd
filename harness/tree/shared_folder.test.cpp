// SPDX-License-Identifier: MIT
#include "harness/tree/shared_folder.hpp"

#include <optional>

#include <catch2/catch_test_macros.hpp>

#include "harness/tree/tree_testing.hpp"
#include "harness/util/error.hpp"

using namespace dllrepro;
using namespace dllrepro::tree;
namespace fs = std::filesystem;

TEST_CASE("a folder that was there stays, even empty") {
  const testing::TemporaryFolder folder;
  const fs::path own = folder.path() / "own";
  fs::create_directory(own);
  { const SharedFolder shared(own); }
  CHECK(fs::is_empty(own));
}

TEST_CASE("a folder that a run made is gone with the last that uses it") {
  const testing::TemporaryFolder folder;
  const fs::path made = folder.path() / "deep" / "work";
  std::optional<SharedFolder> first(made);
  std::optional<SharedFolder> second(folder.path() / "deep" / "work" / "");
  fs::create_directory(second->path() / "in use");
  first.reset();
  CHECK(fs::exists(made));
  fs::remove(second->path() / "in use");
  second.reset();
  CHECK_FALSE(fs::exists(made));
  CHECK(fs::exists(made.parent_path()));
}

TEST_CASE("a folder that a run made stays when a person's file came into it") {
  const testing::TemporaryFolder folder;
  {
    const SharedFolder shared(folder.path() / "work");
    folder.write("work/notes.txt", "mine");
  }
  CHECK(fs::exists(folder.path() / "work" / "notes.txt"));
}

TEST_CASE("a folder that another run removed is made once more") {
  const testing::TemporaryFolder folder;
  const fs::path made = folder.path() / "work";
  {
    const SharedFolder shared(made);
    fs::remove_all(made);
    shared.make();
    CHECK(fs::exists(made));
  }
  CHECK_FALSE(fs::exists(made));
}

TEST_CASE("a shared folder that can't be made is a failure of the environment") {
  const testing::TemporaryFolder folder;
  const fs::path file = folder.write("file", "x");
  CHECK_THROWS_AS(SharedFolder(file / "work"), EnvironmentFailure);
}

// SPDX-License-Identifier: MIT
#include "harness/tree/work_folder.hpp"

#include <algorithm>
#include <optional>

#include <catch2/catch_test_macros.hpp>

#include "harness/tree/tree_testing.hpp"
#include "harness/util/error.hpp"
#include "harness/util/output_file.hpp"

using namespace dllrepro;
using namespace dllrepro::tree;
namespace fs = std::filesystem;

namespace {

std::size_t entries_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// What a run that was killed leaves: a folder with files, and a lock file that nobody holds.
void leave_behind(const testing::TemporaryFolder& folder, const std::string& name) {
  folder.write("work/" + name + "/tree/lib/x.dll", "x");
  folder.write("work/" + name + "/journal.jsonl", "{}");
  folder.write("work/" + name + ".dllrepro-lock", "");
}

}  // namespace

TEST_CASE("files of a person's in the work folder stay, whatever their names end in") {
  const testing::TemporaryFolder folder;
  const std::vector<std::string> names{"Gemfile",           "Gemfile.lock",           "uv.lock",
                                       "uv/main.py",        "aaaaaaaa.lock",          "aaaaaaaa/x.py",
                                       "uv.dllrepro-lock",  "AAAAAAA1/x.py",          "AAAAAAA1.dllrepro-lock",
                                       "toolong12/main.py", "toolong12.dllrepro-lock"};
  for (const std::string& name : names) {
    folder.write(name, name);
  }
  { const WorkFolder run(folder.path()); }
  for (const std::string& name : names) {
    INFO(name);
    CHECK(fs::exists(folder.path() / name));
  }
  CHECK(entries_in(folder.path()) == 11);
}

TEST_CASE("a run's folder is its own, and gone at the end with the work folder") {
  const testing::TemporaryFolder folder;
  const fs::path parent = folder.path() / "deep" / "work";
  {
    const WorkFolder first(parent);
    const WorkFolder second(parent);
    CHECK(first.trees() != second.trees());
    CHECK(first.trees().is_absolute());
    CHECK(fs::is_directory(first.trees()));
    CHECK(fs::is_directory(second.trees()));
    write_file(first.journal(), "{}");
  }
  CHECK_FALSE(fs::exists(parent));
  CHECK(fs::exists(parent.parent_path()));
}

TEST_CASE("what killed runs left is removed by the next one") {
  const testing::TemporaryFolder folder;
  leave_behind(folder, "aaaaaaaa");
  leave_behind(folder, "bbbbbbbb");
  folder.write("work/cccccccc.dllrepro-lock", "");  // killed before it had a folder
  const WorkFolder next(folder.path() / "work");
  CHECK(entries_in(folder.path() / "work") == 2);
  CHECK(fs::is_directory(next.trees()));
}

TEST_CASE("the folder of a run that lives is left alone, however many others begin and end") {
  const testing::TemporaryFolder folder;
  const WorkFolder running(folder.path() / "work");
  write_file(running.journal(), "{}");
  for (int times = 0; times < 3; ++times) {
    const WorkFolder other(folder.path() / "work");
    CHECK(fs::exists(running.journal()));
  }
  CHECK(entries_in(folder.path() / "work") == 3);
}

TEST_CASE("kept trees stay, without what served the run alone, and no later run removes them") {
  const testing::TemporaryFolder folder;
  fs::path kept;
  {
    WorkFolder run(folder.path() / "work");
    fs::create_directories(run.trees() / "tree");
    fs::create_directories(run.stubs());
    write_file(run.trees() / "tree" / "cell.json", "{}");
    write_file(run.stubs() / "x.0", "x");
    write_file(run.journal(), "{}");
    kept = run.trees();
    run.keep();
  }
  { const WorkFolder later(folder.path() / "work"); }
  CHECK(fs::exists(kept / "tree" / "cell.json"));
  CHECK(entries_in(kept) == 1);
  CHECK(entries_in(folder.path() / "work") == 2);  // it, and the mark of a folder that a run made
}

TEST_CASE("a lock is held by one, and free once its holder is gone") {
  const testing::TemporaryFolder folder;
  const fs::path file = folder.path() / "x.lock";
  std::optional<LockFile> first = LockFile::make(file);
  REQUIRE(first);
  CHECK_FALSE(LockFile::make(file));
  CHECK_FALSE(LockFile::take_over(file));
  first.reset();
  CHECK(fs::exists(file));
  std::optional<LockFile> second = LockFile::take_over(file);
  REQUIRE(second);
  second->remove();
  second.reset();
  CHECK_FALSE(fs::exists(file));
  CHECK_FALSE(LockFile::take_over(file));
  CHECK_FALSE(LockFile::make(folder.path() / "missing" / "x.lock"));
}

TEST_CASE("a work folder that can't be made is a failure of the environment") {
  const testing::TemporaryFolder folder;
  const fs::path file = folder.write("file", "x");
  CHECK_THROWS_AS(WorkFolder(file / "work"), EnvironmentFailure);
}

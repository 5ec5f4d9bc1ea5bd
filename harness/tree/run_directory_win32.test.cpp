// SPDX-License-Identifier: MIT
#include <thread>

#include <catch2/catch_test_macros.hpp>

#include "harness/tree/run_directory.hpp"
#include "harness/tree/tree_testing.hpp"
#include "harness/util/windows_api.hpp"

using namespace dllrepro::tree;

TEST_CASE("a file that somebody holds stays, is reported, and goes once it is let go") {
  const testing::TemporaryFolder work;
  const auto file = work.write("tree/held.dll", "x");
  work.write("tree/free.dll", "x");
  const HANDLE held =
      CreateFileW(file.wstring().c_str(), GENERIC_READ, FILE_SHARE_READ, nullptr, OPEN_EXISTING, 0, nullptr);
  REQUIRE(held != INVALID_HANDLE_VALUE);

  const auto left = remove_tree(work.path() / "tree", std::chrono::milliseconds(20));
  REQUIRE(left.size() == 1);
  CHECK(left[0].filename() == "held.dll");
  CHECK_FALSE(std::filesystem::exists(work.path() / "tree" / "free.dll"));

  std::thread owner([held] {
    Sleep(100);
    CloseHandle(held);
  });
  CHECK(remove_tree(work.path() / "tree").empty());
  owner.join();
}

TEST_CASE("a read-only file is removed") {
  const testing::TemporaryFolder work;
  const auto file = work.write("tree/x.dll", "x");
  REQUIRE(SetFileAttributesW(file.wstring().c_str(), FILE_ATTRIBUTE_READONLY) != 0);
  CHECK(remove_tree(work.path() / "tree", std::chrono::milliseconds(0)).empty());
}

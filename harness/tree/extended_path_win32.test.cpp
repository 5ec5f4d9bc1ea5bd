// SPDX-License-Identifier: MIT
#include "harness/tree/extended_path.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/tree/file_stamp.hpp"
#include "harness/tree/tree_testing.hpp"

using namespace dllrepro::tree;

TEST_CASE("a path becomes one that Windows takes as it is, shares included") {
  CHECK(disk::extended(LR"(C:\a\b.dll)") == LR"(\\?\C:\a\b.dll)");
  CHECK(disk::extended(L"C:/a/./x/../b.dll") == LR"(\\?\C:\a\b.dll)");
  CHECK(disk::extended(LR"(\\server\share\b.dll)") == LR"(\\?\UNC\server\share\b.dll)");
  CHECK(disk::extended(LR"(\\?\UNC\server\share\b.dll)") == LR"(\\?\UNC\server\share\b.dll)");
  CHECK(disk::extended(L"b.dll") == LR"(\\?\)" + (std::filesystem::current_path() / "b.dll").wstring());
}

TEST_CASE("a stamp is had by any spelling of a file's path") {
  const testing::TemporaryFolder folder;
  const auto file = folder.write("x.dll", "x");
  CHECK(stamp_of(file).has_value());
  CHECK(stamp_of(file) == stamp_of(file.generic_wstring()));
  CHECK_FALSE(stamp_of(folder.path() / "y.dll").has_value());
}

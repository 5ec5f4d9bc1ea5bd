// SPDX-License-Identifier: MIT
#include <sys/resource.h>

#include <csignal>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "harness/tree/disk.hpp"
#include "harness/tree/tree_testing.hpp"
#include "harness/util/error.hpp"

using namespace dllrepro;
using namespace dllrepro::tree;

TEST_CASE("a file that can't be written to its end is removed, and the failure says why") {
  // A limit on the size of files fails in the middle of a write, as a full disk does.
  const testing::TemporaryFolder folder;
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit old_limit{};
  getrlimit(RLIMIT_FSIZE, &old_limit);
  const rlimit limit{4096, old_limit.rlim_max};
  setrlimit(RLIMIT_FSIZE, &limit);
  std::string message;
  try {
    disk::write(folder.path() / "x.dll", std::vector<std::byte>(10000));
  } catch (const EnvironmentFailure& failure) {
    message = failure.what();
  }
  setrlimit(RLIMIT_FSIZE, &old_limit);
  std::signal(SIGXFSZ, old_handler);
  CHECK(message.find("failed to write \"") == 0);
  CHECK(message.find("x.dll") != std::string::npos);
  CHECK_FALSE(disk::is_there(folder.path() / "x.dll"));
}

TEST_CASE("a folder that its owner locked is removed all the same") {
  const testing::TemporaryFolder folder;
  folder.write("tree/locked/x.dll", "x");
  std::filesystem::permissions(folder.path() / "tree" / "locked", std::filesystem::perms::none);
  CHECK(remove_tree(folder.path() / "tree", std::chrono::milliseconds(0)).empty());
}

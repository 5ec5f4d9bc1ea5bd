// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/file_lock.hpp"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <optional>
#include <thread>

#include <catch2/catch_test_macros.hpp>

#include "harness/util/error.hpp"
#include "harness/util/temporary_folder.hpp"

using namespace dllrepro::cli::handoff;

TEST_CASE("A free lock is held at once, in a folder that is made for it") {
  const dllrepro::TemporaryFolder folder;
  bool waited = false;
  const FileLock lock(folder.path() / "a" / "b.lock", [&] { waited = true; });
  CHECK_FALSE(waited);
  CHECK(std::filesystem::exists(folder.path() / "a" / "b.lock"));
}

TEST_CASE("A second holder hears that it waits, and goes on once the first is done") {
  const dllrepro::TemporaryFolder folder;
  const auto file = folder.path() / "x.lock";
  std::optional<FileLock> first(std::in_place, file);
  std::atomic<bool> waiting = false;
  std::atomic<bool> first_is_done = false;
  bool came_after = false;
  std::thread second([&] {
    const FileLock lock(file, [&] { waiting = true; });
    came_after = first_is_done;
  });
  while (!waiting) {
    std::this_thread::yield();
  }
  first_is_done = true;
  first.reset();
  second.join();
  CHECK(came_after);
}

TEST_CASE("A lock that can't be made says which and why") {
  const dllrepro::TemporaryFolder folder;
  std::ofstream(folder.path() / "file") << "x";
  CHECK_THROWS_AS(FileLock(folder.path() / "file" / "x.lock"), dllrepro::EnvironmentFailure);
}

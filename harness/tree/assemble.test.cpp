// SPDX-License-Identifier: MIT
#include "harness/tree/assemble.hpp"

#include <array>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <catch2/catch_test_macros.hpp>

#include "harness/tree/disk.hpp"
#include "harness/tree/tree_testing.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

using namespace dllrepro;
using namespace dllrepro::tree;
using testing::resolve_texts;
namespace fs = std::filesystem;

namespace {

/// One tree on disk: everything that assemble needs, in a folder that goes away.
struct Workshop {
  testing::TemporaryFolder folder;
  StubStore store{folder.path() / "store"};
  fs::path host = folder.write("probe.exe", "the probe");

  PlaceMap make(const TreePlan& plan, const std::string& run) {
    PlaceMap places(folder.path() / run, "C:/Windows/System32", "C:/Windows");
    assemble(plan, places, store, host);
    return places;
  }
};

TreePlan plan_of(const std::string& add) {
  auto [plan, faults] = resolve_texts({fmt::format(R"({{"add": {}}})", add)});
  CHECK(describe(faults).empty());
  return plan;
}

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::string failure_of(Workshop& workshop, const TreePlan& plan, const std::string& run) {
  try {
    workshop.make(plan, run);
  } catch (const EnvironmentFailure& failure) {
    return failure.what();
  }
  return "";
}

}  // namespace

TEST_CASE("every kind of content lands where its path says") {
  Workshop workshop;
  const PlaceMap places = workshop.make(
      plan_of(
          R"({"torch/lib/c10.dll": {}, "{prefix}/python.exe": {"host": true}, "{work}/a/notes.txt": {"text": "a\nb"},
                  "{elsewhere}/x.dll": {"folder": true}, "{program_files}/\u00fc b/empty.dll": {"text": ""}})"),
      "run");
  CHECK(text_of(places.file_of("torch/lib/c10.dll")).substr(0, 2) == "MZ");
  CHECK(text_of(places.file_of("{prefix}/python.exe")) == "the probe");
  CHECK(text_of(places.file_of("{work}/a/notes.txt")) == "a\nb");
  CHECK(fs::is_directory(places.file_of("{elsewhere}/x.dll")));
  CHECK(fs::file_size(places.file_of("{program_files}/\xC3\xBC b/empty.dll")) == 0);
}

TEST_CASE("all places are there, even of an empty tree") {
  Workshop workshop;
  const PlaceMap map = workshop.make({}, "run");
  for (const Place& place : places()) {
    CHECK(fs::is_directory(map.file_of(fmt::format("{{{}}}", place.name))));
  }
}

TEST_CASE("equal stubs of one tree are different files, of two trees they are one") {
  Workshop workshop;
  const TreePlan plan = plan_of(R"({"a/x.dll": {}, "b/x.dll": {}, "b/y.dll": {}, "c/x.dll": {}})");
  const PlaceMap first = workshop.make(plan, "first");
  const PlaceMap second = workshop.make(plan, "second");
  CHECK(workshop.store.composed() == 4);
  CHECK_FALSE(fs::equivalent(first.file_of("a/x.dll"), first.file_of("b/x.dll")));
  CHECK_FALSE(fs::equivalent(first.file_of("b/x.dll"), first.file_of("c/x.dll")));
  CHECK(fs::equivalent(first.file_of("a/x.dll"), second.file_of("a/x.dll")));
  CHECK(text_of(first.file_of("a/x.dll")) == text_of(first.file_of("b/x.dll")));
}

TEST_CASE("threads that make the same tree share what is composed, whichever of them comes first") {
  Workshop workshop;
  constexpr std::size_t k_rounds = 20;
  std::mutex mutex;
  std::vector<std::string> failures;
  for (std::size_t round = 0; round < k_rounds; ++round) {
    const TreePlan plan = plan_of(
        fmt::format(R"({{"a/x{0}.dll": {{}}, "b/x{0}.dll": {{}}, "b/y{0}.dll": {{"imports": ["x{0}.dll"]}}}})", round));
    std::array<std::thread, 8> threads;
    for (std::size_t i = 0; i < threads.size(); ++i) {
      threads[i] = std::thread([&, i] {
        const std::string failure = failure_of(workshop, plan, fmt::format("run{}-{}", round, i));
        if (!failure.empty()) {
          const std::lock_guard lock(mutex);
          failures.push_back(failure);
        }
      });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
  }
  CHECK(failures == std::vector<std::string>{});
  CHECK(workshop.store.composed() == 3 * k_rounds);
}

TEST_CASE("a stub with as many links as the file system allows is copied") {
  Workshop workshop;
  const TreePlan plan = plan_of(R"({"x.dll": {}})");
  const PlaceMap first = workshop.make(plan, "first");
  constexpr int k_more_than_ntfs_allows = 1100;
  bool full = false;
  for (int i = 0; i < k_more_than_ntfs_allows && !full; ++i) {
    const fs::path name = workshop.folder.path() / fmt::format("link{}", i);
    full = disk::link(first.file_of("x.dll"), name) == disk::LinkResult::Impossible;
  }
  const PlaceMap second = workshop.make(plan, "second");
  CHECK(text_of(second.file_of("x.dll")) == text_of(first.file_of("x.dll")));
  CHECK(fs::equivalent(first.file_of("x.dll"), second.file_of("x.dll")) != full);
  CHECK(workshop.store.composed() == 1);
}

TEST_CASE("trees whose paths are longer than 260 characters") {
  Workshop workshop;
  const std::string part(100, 'p');
  const std::string path = fmt::format("{0}/{0}/{0}/x.dll", part);
  const PlaceMap places =
      workshop.make(plan_of("{\"" + path + "\": {}, \"" + part + "/y.txt\": {\"text\": \"y\"}}"), "run");
  CHECK(path_to_utf8(places.file_of(path)).size() > 260);
  CHECK(disk::is_there(places.file_of(path)));
}

TEST_CASE("failures name the path and the reason") {
  Workshop workshop;
  workshop.folder.write("file", "x");
  CHECK(failure_of(workshop, {}, "file/run").find("failed to create folder \"") == 0);

  const TreePlan with_host = plan_of(R"({"{prefix}/python.exe": {"host": true}})");
  fs::remove(workshop.host);
  const std::string failure = failure_of(workshop, with_host, "run");
  CHECK(failure.find("python.exe") != std::string::npos);
  CHECK(failure.find("probe.exe") != std::string::npos);

  const TreePlan text = plan_of(R"({"notes.txt": {"text": "x"}})");
  workshop.make(text, "twice");
  CHECK(failure_of(workshop, text, "twice").find("notes.txt") != std::string::npos);
}

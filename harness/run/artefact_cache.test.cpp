// SPDX-License-Identifier: MIT
#include "harness/run/artefact_cache.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/util/error.hpp"
#include "harness/util/temporary_folder.hpp"

namespace dllrepro::run {
namespace {

namespace fs = std::filesystem;

using Verb = tree::InstallStep::Verb;

class Ground {
 public:
  Ground() {
    cell.host.python = "3.13";
    install("torch", "2.15.0", {{"cp312", "twelve"}, {"cp313", "thirteen"}});
  }

  void install(const std::string& name, const std::string& version, std::vector<tree::Wheel> wheels) {
    cell.tree.installed.push_back({Verb::Install, {name, version, std::move(wheels)}, {}, {}, true, {}});
  }

  void write(const std::string& file, const std::string& text) { m_folder.write(file, text); }

  void put(const std::string& artefact, const std::string& version, const std::string& sha256) {
    const bool is_python = artefact.starts_with("python/");
    write(artefact + (is_python ? "/a.dll" : "/files/a.dll"), "MZ");
    write(artefact + "/artefact.json", R"({"schema": 1, "name": "x", "version": ")" + version +
                                           R"(", "sources": [{"file": "x.whl", "sha256": ")" + sha256 +
                                           R"("}], "files": [{"path": "a.dll", "size": 2}]})");
  }

  /// Why the only distribution can't be had; "" when it can.
  std::string damage() {
    try {
      static_cast<void>(cache.get(cell, cell.tree.installed.front().distribution));
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  }

  [[nodiscard]] const fs::path& folder() const { return m_folder.path(); }

 private:
  TemporaryFolder m_folder;

 public:
  ArtefactCache cache{m_folder.path()};
  scenario::Cell cell;
};

bool contains(const std::string& text, const std::string& part) {
  INFO(text);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("What is not in the cache is told with the command that fetches it") {
  Ground ground;
  CHECK(contains(ground.cache.why_missing(ground.cell), "torch 2.15.0 is not in the cache "));
  CHECK(contains(ground.cache.why_missing(ground.cell), ": ci/fetch-wheels torch==2.15.0"));
  ground.cell.tree.installed.clear();
  CHECK(ground.cache.why_missing(ground.cell).empty());
  ground.install("python", "3.13", {{"cp313", "p"}});
  CHECK(contains(ground.cache.why_missing(ground.cell), "Python 3.13 is not in the cache"));
  CHECK(contains(ground.cache.why_missing(ground.cell), ": ci/windows-python 3.13"));
}

TEST_CASE("The wheel is the one for the host's Python") {
  Ground ground;
  ground.put("wheels/torch-2.15.0-cp313", "2.15.0", "thirteen");
  CHECK(ground.cache.why_missing(ground.cell).empty());
  const tree::Artefact& artefact = ground.cache.get(ground.cell, ground.cell.tree.installed.front().distribution);
  CHECK(artefact.title == "torch 2.15.0");
  CHECK(artefact.files == std::vector<std::string>{"a.dll"});
  CHECK(fs::exists(artefact.folder / "a.dll"));
  ground.cell.host.python = "3.11";
  CHECK(ground.cache.why_missing(ground.cell) == "torch 2.15.0 is pinned for CPython 3.12, 3.13, the host's is 3.11");
}

TEST_CASE("A default Python is the one that the cache was made for") {
  Ground ground;
  ground.cell.tree.installed.clear();
  ground.cell.host.python = "default";
  ground.install("python", "default", {{"cp312", "p12"}, {"cp313", "p13"}});
  CHECK(contains(ground.cache.why_missing(ground.cell), "a Python for Windows is not in the cache"));
  CHECK(contains(ground.cache.why_missing(ground.cell), ": ci/windows-python"));
  ground.write("python/default", "3.12\n");
  ground.put("python/3.12", "3.12.7", "p12");
  CHECK(ground.cache.why_missing(ground.cell).empty());
  CHECK(ground.cache.python_of(ground.cell) == "3.12");
  const tree::Artefact& artefact = ground.cache.get(ground.cell, ground.cell.tree.installed.front().distribution);
  CHECK(artefact.is_python);
  CHECK(artefact.title == "Python 3.12.7");
}

TEST_CASE("A damaged artefact is told apart from a missing one, and what to do about it") {
  Ground ground;
  ground.put("wheels/torch-2.15.0-cp313", "2.15.0", "thirteen");
  SECTION("another wheel") {
    ground.put("wheels/torch-2.15.0-cp313", "2.15.0", "other");
    CHECK(contains(ground.damage(), "it was made from a wheel of sha256 other, pinned is thirteen"));
  }
  SECTION("a manifest that is cut off") {
    ground.write("wheels/torch-2.15.0-cp313/artefact.json", "{\"schema\": 1,");
    CHECK(contains(ground.damage(), "its artefact.json can't be read"));
  }
  SECTION("a manifest without what it must have") {
    ground.write("wheels/torch-2.15.0-cp313/artefact.json", "{\"schema\": 1}");
    CHECK(contains(ground.damage(), "its artefact.json is not what it should be"));
  }
  SECTION("a file of another size") {
    ground.write("wheels/torch-2.15.0-cp313/files/a.dll", "M");
    CHECK(contains(ground.damage(), "its file a.dll has 1 bytes, 2 when it was made"));
  }
  SECTION("a file that is gone") {
    fs::remove(ground.folder() / "wheels/torch-2.15.0-cp313/files/a.dll");
    CHECK(contains(ground.damage(), "its file a.dll is gone"));
  }
  SECTION("a child wrote to it") {
    ground.cache.set_damaged(ground.cache.get(ground.cell, ground.cell.tree.installed.front().distribution),
                             "a child wrote to a.dll");
    CHECK(contains(ground.damage(), "a child wrote to a.dll"));
  }
  CHECK(ground.cache.why_missing(ground.cell).empty());
  CHECK(contains(ground.damage(), "torch 2.15.0 in the cache is damaged: "));
  CHECK(contains(ground.damage(), "ci/fetch-wheels torch==2.15.0 makes it anew"));
}

}  // namespace dllrepro::run

// SPDX-License-Identifier: MIT
#include "harness/tree/places.hpp"

#include <algorithm>

#include <catch2/catch_test_macros.hpp>

#include "harness/util/paths.hpp"

using namespace dllrepro;
using namespace dllrepro::tree;

namespace {

PlaceMap map_at(const char* run_directory) {
  return {path_from_utf8(run_directory), "C:/Windows/System32", "C:/Windows"};
}

}  // namespace

TEST_CASE("a tree path leads to a file and a Windows path leads back") {
  const PlaceMap map = map_at("C:/run/a1");
  for (const char* path : {"torch/lib/c10.dll", "{prefix}/python.exe", "{program_files}/NVIDIA/x.dll", "{site}",
                           "{userbase}/Library/bin/mkl.dll", "{system32}/kernel32.dll", "{windows}", "{elsewhere}/a"}) {
    INFO(path);
    CHECK(map.tree_path_of(path_to_utf8(map.file_of(path))) == path);
  }
  CHECK(map.file_of("torch/lib/c10.dll") ==
        path_from_utf8("C:/run/a1/Python/Lib/site-packages/torch/lib/c10.dll").make_preferred());
}

TEST_CASE("module paths come in many spellings") {
  const PlaceMap map = map_at("C:/Run/a1");
  CHECK(map.tree_path_of("c:\\run\\A1\\PYTHON\\lib\\Site-Packages\\torch\\lib\\C10.dll") == "torch/lib/C10.dll");
  CHECK(map.tree_path_of("\\\\?\\C:\\Run\\a1\\Python\\python.exe") == "{prefix}/python.exe");
  CHECK(map.tree_path_of("\\??\\C:\\Run\\a1\\Python\\python.exe") == "{prefix}/python.exe");
  CHECK(map.tree_path_of("C:/Run/a1/Python/Lib/site-packages/torch/") == "torch");
  CHECK(map.tree_path_of("C:\\WINDOWS\\system32\\ntdll.dll") == "{system32}/ntdll.dll");
  CHECK(map.tree_path_of("C:\\Windows\\SysWOW64\\ntdll.dll") == "{windows}/SysWOW64/ntdll.dll");
  CHECK(map.tree_path_of("\\\\?\\UNC\\server\\share\\x.dll") == "//server/share/x.dll");
}

TEST_CASE("an outside path comes back with forward slashes, also when a place's name only begins it") {
  const PlaceMap map = map_at("C:/run/a1");
  CHECK(map.tree_path_of("C:\\run\\a1\\Python312\\x.dll") == "C:/run/a1/Python312/x.dll");
  CHECK(map.tree_path_of("D:\\other\\x.dll") == "D:/other/x.dll");
  CHECK(map.tree_path_of("") == "");
}

TEST_CASE("a run directory with letters beyond ASCII and spaces") {
  const PlaceMap map = map_at("C:/M\xC3\xBCller & S\xC3\xB6hne/a1");
  CHECK(map.tree_path_of("c:\\m\xC3\x9Cller & s\xC3\x96hne\\a1\\temp\\x") == "{temp}/x");
}

TEST_CASE("every place has an entry, with a path as Windows writes it") {
  const auto entries = map_at("C:/run/a1").entries();
  CHECK(entries.size() == places().size() + 2);
  const auto site =
      std::find_if(entries.begin(), entries.end(), [](const auto& entry) { return entry.first == "site"; });
  REQUIRE(site != entries.end());
#ifdef _WIN32
  CHECK(site->second == "C:\\run\\a1\\Python\\Lib\\site-packages");
#else
  CHECK(site->second == "C:/run/a1/Python/Lib/site-packages");
#endif
}

TEST_CASE("a path below the run's directory and a tree path are two spellings of one") {
  for (const Place& place : places()) {
    const TreePath path = tree_path_below_run(std::string(place.folder) + "/x.dll");
    INFO(path);
    CHECK(below_run(path) == std::string(place.folder) + "/x.dll");
  }
  CHECK(tree_path_below_run("Python/Lib/site-packages") == "{site}");
  CHECK(tree_path_below_run("Pythonic/x.dll") == "Pythonic/x.dll");
}

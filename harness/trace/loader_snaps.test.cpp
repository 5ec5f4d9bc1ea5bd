// SPDX-License-Identifier: MIT
#include "harness/trace/loader_snaps.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro::trace;

namespace {

Step step_of(std::string_view text) {
  const auto step = step_of_loader_snap(text);
  REQUIRE(step.has_value());
  return *step;
}

}  // namespace

// The lines have the forms that people published: the walk through UE4Editor-GameplayAbilities.dll on
// blog.ch-wind.com (2017), the failed ntdsa.dll of a support article of Microsoft's, lopezruiz.net "Tracing
// LoadLibrary" (2021), and the debug strings of a study of LdrLoadDll (2025).

TEST_CASE("A call of the loader begins and ends") {
  const Step look =
      step_of("33c0:4abc @ 326919546 - LdrLoadDll - ENTER: DLL name: C:\\Program Files (x86)\\x\\mso20.dll");
  CHECK(look.kind == Step::Kind::Look);
  CHECK(look.process == 0x33C0);
  CHECK(look.thread == 0x4ABC);
  CHECK(look.name == "C:\\Program Files (x86)\\x\\mso20.dll");
  const Step good = step_of("3e24:37b4 @ 1641741390 - LdrLoadDll - RETURN: Status: 0x00000000\n");
  CHECK(good.kind == Step::Kind::Ended);
  CHECK(good.status == 0);
  CHECK(step_of("023c:0240 @ 00048468 - LdrLoadDll - RETURN: Status: 0xc0000135").status == 0xC0000135);
  // Windows 7 tells the path in the same line.
  CHECK(step_of("18a0:2a40 @ 06858989 - LdrLoadDll - ENTER: DLL name: a.dll DLL path: C:\\x;C:\\y").name == "a.dll");
}

TEST_CASE("The folders of a search and the files tried in them") {
  const Step folders = step_of(
      "2264:05b0 @ 00793859 - LdrpComputeLazyDllPath - INFO: DLL search path computed: D:\\Code\\Win64;E:/Ues/Win64;;"
      "C:\\Windows\\SYSTEM32");
  CHECK(folders.kind == Step::Kind::Folders);
  CHECK(folders.folders == std::vector<std::string>{"D:\\Code\\Win64", "E:\\Ues\\Win64", "C:\\Windows\\SYSTEM32"});
  const Step tried = step_of("2264:05b0 @ 00793859 - LdrpResolveDllName - ENTER: DLL name: E:/Ues/Win64\\a.dll");
  CHECK(tried.kind == Step::Kind::Tried);
  CHECK(tried.module == "E:\\Ues\\Win64\\a.dll");
}

TEST_CASE("An import that can't be had, with who needs it") {
  const Step missing = step_of(
      "0150:040c @ 00148593 - LdrpProcessWork - ERROR: Unable to load DLL: \"blargh.dll\", Parent Module: "
      "\"C:\\foo.dll\", Status: 0xc0000135\n");
  CHECK(missing.kind == Step::Kind::Missing);
  CHECK(missing.name == "blargh.dll");
  CHECK(missing.module == "C:\\foo.dll");
  CHECK(missing.status == 0xC0000135);
}

TEST_CASE("What is no such text is the program's own") {
  for (const char* text :
       {"", "hello", "12:34 @ noon - a meeting", "3e24:37b4 @ 1 - LdrpFindKnownDll - ENTER: DLL name: a.dll",
        "06d8:0700 @ 00371500 - _LdrpInitialize - ERROR: Process initialization failed with status 0xc0000135",
        "x:y @ 1 - LdrLoadDll - ENTER: DLL name: a.dll", "06d8:0700 @ 00371500"}) {
    CAPTURE(text);
    CHECK_FALSE(step_of_loader_snap(text).has_value());
  }
}

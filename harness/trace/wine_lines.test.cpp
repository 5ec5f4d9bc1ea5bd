// SPDX-License-Identifier: MIT
#include "harness/trace/wine_lines.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro::trace;

namespace {

Step step_of(std::string_view line) {
  const auto step = step_of_wine_line(line);
  REQUIRE(step.has_value());
  return *step;
}

}  // namespace

// Every line here was written by Wine 8.0.

TEST_CASE("A search begins: what for, in which folders, when and in which thread") {
  const Step step = step_of(
      R"(1280.695:0108:010c:trace:module:load_dll looking for L"dep1.dll" in L"Z:\\tmp\\w;C:\\windows\\system32\\;C:\\windows;.")");
  CHECK(step.kind == Step::Kind::Look);
  CHECK(step.at == 1280695.0);
  CHECK(step.process == 0x108);
  CHECK(step.thread == 0x10C);
  CHECK(step.name == "dep1.dll");
  CHECK(step.folders == std::vector<std::string>{"Z:\\tmp\\w", "C:\\windows\\system32", "C:\\windows", "."});
  CHECK_FALSE(step.folders_cut);
  CHECK(step_of(R"(1.5:20:24:trace:module:load_dll looking for L"kernel32.dll" in (null))").folders.empty());
}

TEST_CASE("A list of folders that Wine broke off is known to be cut") {
  const Step step = step_of(R"(1.005:20:24:trace:module:load_dll looking for L"a.dll" in L"Z:\\a;Z:\\very lon"...)");
  CHECK(step.folders_cut);
  CHECK(step.at == 1005.0);
}

TEST_CASE("A search ends in one of three ways") {
  const Step resident = step_of(
      R"(1280.676:0108:010c:trace:module:load_dll Found L"C:\\windows\\system32\\ntdll.dll" for L"ntdll.dll" at 0000000170000000, count=2)");
  CHECK(resident.kind == Step::Kind::Resident);
  CHECK(resident.module == "C:\\windows\\system32\\ntdll.dll");
  const Step loaded = step_of(
      R"(1280.676:0108:010c:trace:module:load_dll Loaded module L"\\??\\C:\\windows\\system32\\kernelbase.dll" at 000000007B000000)");
  CHECK(loaded.kind == Step::Kind::Loaded);
  CHECK(loaded.module == "C:\\windows\\system32\\kernelbase.dll");
  const Step failed =
      step_of(R"(1280.706:0108:010c:warn:module:load_dll Failed to load module L"d\\text.dll"; status=c000012f)");
  CHECK(failed.kind == Step::Kind::Failed);
  CHECK(failed.name == "d\\text.dll");
  CHECK(failed.status == 0xC000012F);
}

TEST_CASE("Imports that can't be had") {
  const Step missing = step_of(
      R"(1280.695:0108:010c:err:module:import_dll Library gone.dll (which is needed by L"Z:\\tmp\\w\\d\\a.dll") not found)");
  CHECK(missing.kind == Step::Kind::Missing);
  CHECK(missing.name == "gone.dll");
  CHECK(missing.module == "Z:\\tmp\\w\\d\\a.dll");
  CHECK(missing.status == 0xC0000135);
  const Step broken = step_of(
      R"(1611.674:0020:0024:err:module:import_dll Loading library textdep.dll (which is needed by L"Z:\\tmp\\w\\d\\v.dll") failed (error c000012f).)");
  CHECK(broken.kind == Step::Kind::Missing);
  CHECK(broken.name == "textdep.dll");
  CHECK(broken.status == 0xC000012F);
  const Step unbound = step_of(
      R"(1611.637:0020:0024:warn:module:import_dll No implementation for h.dll.missing_export imported from L"Z:\\tmp\\w\\d\\g.dll", setting to 00000000010A0000)");
  CHECK(unbound.kind == Step::Kind::NoExport);
  CHECK(unbound.name == "h.dll.missing_export");
  CHECK(unbound.module == "Z:\\tmp\\w\\d\\g.dll");
}

TEST_CASE("Initialisers") {
  const Step begin = step_of(
      R"(1611.599:0020:0024:trace:module:MODULE_InitDLL (00000001C5B90000 L"attachfalse.dll",PROCESS_ATTACH,0000000000000000) - CALL)");
  CHECK(begin.kind == Step::Kind::AttachBegin);
  CHECK(begin.module == "attachfalse.dll");
  const std::string end =
      "1611.599:0020:0024:trace:module:MODULE_InitDLL (00000001C5B90000,PROCESS_ATTACH,0000000000000000) - RETURN ";
  CHECK(step_of(end + "1").status == 0);
  CHECK(step_of(end + "0\r").status == 0xC0000142);
  CHECK_FALSE(step_of_wine_line(
      R"(1.7:20:24:trace:module:MODULE_InitDLL (000000007B000000 L"kernelbase.dll",PROCESS_DETACH,0000000000000001) - CALL)"));
}

TEST_CASE("Escapes of Wine's texts are undone") {
  const auto texts = wine_texts(R"(a L"C:\\M\00fcller\\dead\\x.dll" b L"q\"t\t" c L"open)");
  REQUIRE(texts.size() == 3);
  CHECK(texts[0].text == "C:\\M\xC3\xBCller\\dead\\x.dll");
  CHECK(texts[1].text == "q\"t\t");
  CHECK(texts[2].text == "open");
  CHECK(wine_texts("none").empty());
}

TEST_CASE("Wine's lines are told from a program's") {
  CHECK(is_wine_line("1280.665:0108:010c:trace:module:get_load_order looking for L\"x\""));
  CHECK(is_wine_line("   1.066:0108:010c:fixme:heap:whatever text"));
  for (const char* line : {"", "12:30:11 all is well", "1280.665:0108:010c",
                           "Traceback (most recent call last):", "wine: Unhandled page fault", "1.2.3:4:5:6"}) {
    CAPTURE(line);
    CHECK_FALSE(is_wine_line(line));
  }
  // Of Wine, and yet no step.
  CHECK_FALSE(
      step_of_wine_line("1280.694:0108:010c:warn:module:find_builtin_dll cannot find builtin library for L\"x\""));
  CHECK_FALSE(step_of_wine_line("1280.694:0108:010c:trace:heap:load_dll looking for L\"x\""));
}

TEST_CASE("A line's time is found on the clock that does not begin again") {
  constexpr double k_turn = 4294967296.0;
  CHECK(full_tick(1000, 1500.5) == 1000);
  CHECK(full_tick(1000, 3 * k_turn + 1500.5) == 3 * k_turn + 1000);
  CHECK(full_tick(2, k_turn - 3) == k_turn + 2);           // the clock began again meanwhile
  CHECK(full_tick(k_turn - 2, k_turn + 3) == k_turn - 2);  // or just before the other was read
}

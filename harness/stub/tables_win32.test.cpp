// SPDX-License-Identifier: MIT
// The tables that the loader reads: imports, delay imports, exports and their forwarders, load configuration.
#include <catch2/catch_test_macros.hpp>

#include "harness/stub/host_process.hpp"
#include "harness/util/wine.hpp"

using namespace dllrepro;
using namespace dllrepro::stub::testing;

TEST_CASE("imports by name and by ordinal are bound, in order, before attach") {
  const StubFolder folder;
  folder.add("y.dll", R"({"on_attach": [{"print": "y\n"}], "exports": {"five": {"ordinal": 5, "do": [{"return": 55}]},
      "hidden": {"ordinal": 9, "noname": true, "do": [{"return": 99}]}}})");
  folder.add("z.dll", R"({"on_attach": [{"print": "z\n"}]})");
  folder.add("x.dll", R"({"imports": {"z.dll": ["stub"], "y.dll": ["five", {"ordinal": 9}]},
      "on_attach": [{"call_import": {"ordinal": 9}, "of": "Y.dll"}, {"print": "x {result}\n"}],
      "exports": {"named": [{"call_import": "five", "of": "y.dll"}]}})");
  CHECK(run_host(folder, {"flags:0x1100", "load:{}\\x.dll", "call:named"}).out == "z\ny\nx 99\nload 0\nnamed = 55\n");
}

TEST_CASE("a missing dependency is 126 and leaves nothing behind") {
  const StubFolder folder;
  folder.add("x.dll", R"({"imports": ["y.dll"]})");
  folder.add("y.dll", R"({"imports": ["absent.dll"]})");
  CHECK(run_host(folder, {"flags:0x1100", "load:{}\\x.dll", "resident:x.dll", "resident:y.dll"}).out ==
        "load 7e\nnot resident x.dll\nnot resident y.dll\n");
}

TEST_CASE("the default symbol of a DLL of Windows is one that it exports") {
  const StubFolder folder;
  folder.add("x.dll", R"({"imports": ["KERNEL32.dll", "ntdll.dll", "ADVAPI32.dll", "WS2_32.dll", "VCRUNTIME140.dll",
      "MSVCP140.dll", "dbghelp.dll", "imagehlp.dll", "WINTRUST.dll", "PSAPI.DLL", "IPHLPAPI.DLL",
      "USERENV.dll", "USER32.dll"]})");
  CHECK(run_host(folder, {"load:{}\\x.dll"}).out == "load 0\n");
}

TEST_CASE("a delay import is bound by its first call and not before") {
  const StubFolder folder;
  folder.add("x.dll", R"({"delay_imports": {"y.dll": ["f", {"ordinal": 9}], "absent.dll": ["f"], "bad.dll": ["absent"]},
      "exports": {"f": [{"call_import": "f", "of": "y.dll"}], "nine": [{"call_import": {"ordinal": 9}, "of": "y.dll"}],
                  "no_dll": [{"call_import": "f", "of": "absent.dll"}],
                  "no_symbol": [{"call_import": "absent", "of": "bad.dll"}]}})");
  folder.add("y.dll", R"({"on_attach": [{"print": "y\n"}],
      "exports": {"f": 6, "g": {"ordinal": 9, "do": [{"return": 9}]}}})");
  folder.add("bad.dll", "{}");
  CHECK(run_host(folder, {"load:{}\\x.dll", "resident:y.dll", "call:f", "call:f", "call:nine"}).out ==
        "load 0\nnot resident y.dll\ny\nf = 6\nf = 6\nnine = 9\n");
  // Row 125, and its sister for a symbol.
  CHECK(run_host(folder, {"load:{}\\x.dll", "call:no_dll"}).status == 0xC06D007E);
  CHECK(run_host(folder, {"load:{}\\x.dll", "call:no_symbol"}).status == 0xC06D007F);
}

TEST_CASE("a delay import of a DLL that refuses to load raises the code of a missing one") {
  const StubFolder folder;
  folder.add("x.dll", R"({"delay_imports": ["y.dll"], "exports": {"f": [{"call_import": "stub", "of": "y.dll"}]}})");
  folder.add("y.dll", R"({"on_attach": [{"return_false": true}]})");
  CHECK(run_host(folder, {"load:{}\\x.dll", "call:f"}).status == 0xC06D007E);
}

TEST_CASE("forwards lead to names and ordinals, and load their target late") {
  const StubFolder folder;
  folder.add("x.dll", R"({"exports": {"by_name": {"forward": "y.f"}, "by_ordinal": {"forward": "y.#9"},
      "nowhere": {"forward": "absent.f"}}})");
  folder.add("y.dll", R"({"exports": {"f": 6, "g": {"ordinal": 9, "do": [{"return": 9}]}}})");
  CHECK(run_host(folder, {"load:{}\\x.dll", "resident:y.dll", "call:by_name", "call:by_ordinal", "call:nowhere"}).out ==
        "load 0\nnot resident y.dll\nby_name = 6\nby_ordinal = 9\nnowhere missing\n");
}

TEST_CASE("256 different exports keep apart") {
  const StubFolder folder;
  std::string exports;
  std::string expected = "load 0\n";
  std::vector<std::string> operations{"load:{}\\x.dll"};
  for (int number = 0; number < 255; ++number) {
    const std::string text = std::to_string(number);
    exports += (number == 0 ? "\"f" : ", \"f") + text + "\": " + text;
    operations.push_back("call:f" + text);
    expected += "f" + text + " = " + text + "\n";
  }
  folder.add("x.dll", "{\"exports\": {" + exports + "}}");
  CHECK(run_host(folder, operations).out == expected);
}

TEST_CASE("dependent load flags, version, manifest and padding do not disturb a load") {
  const StubFolder folder;
  folder.add(
      "x.dll",
      R"({"version": "1.2", "manifest": "<assembly xmlns='urn:schemas-microsoft-com:asm.v1' manifestVersion='1.0'/>",
      "pad_to": 100000, "dependent_load_flags": "0x800", "imports": ["KERNEL32.dll"], "exports": {"f": 6}})");
  CHECK(run_host(folder, {"load:{}\\x.dll", "call:f"}).out == "load 0\nf = 6\n");
}

TEST_CASE("another architecture is refused") {
  const StubFolder folder;
  folder.add("x86.dll", R"({"machine": "x86"})");
  folder.add("arm64.dll", R"({"machine": "arm64"})");
  CHECK(run_host(folder, {"load:{}\\x86.dll", "load:{}\\arm64.dll"}).out == "load c1\nload c1\n");
}

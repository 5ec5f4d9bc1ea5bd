// SPDX-License-Identifier: MIT
#include "harness/tree/names.hpp"

#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

using namespace dllrepro::tree;

TEST_CASE("device names are reserved, in any case, with an ending and with spaces before it") {
  const std::string name = GENERATE("CON", "nul", "Aux.dll", "prn.tar.gz", "COM1", "lpt9.dll", "NUL .txt", "CONIN$",
                                    "conout$.log", "COM\xC2\xB2");
  INFO(name);
  REQUIRE(fault_of_name(name));
  CHECK(fault_of_name(name)->find("device") != std::string::npos);
}

TEST_CASE("names that only begin like a device are free") {
  const std::string name = GENERATE("console.dll", "com.dll", "COM0", "com10.dll", "nul_.dll", "lpt", "xcon", ".con",
                                    "c10.dll", "a b.dll", ".gitignore", "x..dll", "{a}", "\xC3\xA9t\xC3\xA9.dll");
  INFO(name);
  CHECK_FALSE(fault_of_name(name));
}

TEST_CASE("characters, endings and lengths that Windows does not take") {
  CHECK(fault_of_name(""));
  CHECK(fault_of_name("a."));
  CHECK(fault_of_name("a "));
  for (const char letter : std::string("<>:\"|?*/\\\x01\x1F")) {
    INFO(static_cast<int>(letter));
    CHECK(fault_of_name(std::string("a") + letter + "b"));
  }
  CHECK_FALSE(fault_of_name(std::string(255, 'x')));
  CHECK(fault_of_name(std::string(256, 'x')));
}

TEST_CASE("a name's length counts UTF-16 units, not bytes") {
  std::string two_bytes_each;
  std::string two_units_each;
  for (int i = 0; i < 200; ++i) {
    two_bytes_each += "\xC3\xA9";
    two_units_each += "\xF0\x9F\x98\x80";
  }
  CHECK_FALSE(fault_of_name(two_bytes_each));
  CHECK(fault_of_name(two_units_each));
}

TEST_CASE("case folds beyond ASCII, and the length stays") {
  CHECK(fold_case("torch/Lib") == "TORCH/LIB");
  CHECK(fold_case("\xC3\xA9\xC3\xBF") == "\xC3\x89\xC5\xB8");                          // e acute, y diaeresis
  CHECK(fold_case("\xD0\xB4\xD1\x91") == "\xD0\x94\xD0\x81");                          // de, io
  CHECK(fold_case("\xCF\x89") == "\xCE\xA9");                                          // omega
  CHECK(fold_case("\xC5\xBE\xC5\x82") == "\xC5\xBD\xC5\x81");                          // z caron, l stroke
  CHECK(fold_case("\xC3\xB7\xC4\xB1\xE2\x82\xAC") == "\xC3\xB7\xC4\xB1\xE2\x82\xAC");  // divided by, dotless i, euro
}

TEST_CASE("a glob stays within one part and ignores case") {
  CHECK(matches_glob("torch/lib/cudnn*.dll", "torch/lib/CUDNN_graph64_9.dll"));
  CHECK(matches_glob("*/lib/*", "torch/lib/c10.dll"));
  CHECK(matches_glob("a?c", "abc"));
  CHECK(matches_glob("a?c",
                     "a\xC3\xA9"
                     "c"));
  CHECK(matches_glob("*a*b*", "xxaxxbxx"));
  CHECK_FALSE(matches_glob("torch/*", "torch/lib/c10.dll"));
  CHECK_FALSE(matches_glob("*.dll", "c10.dll.txt"));
  CHECK_FALSE(matches_glob("a?c", "ac"));
}

TEST_CASE("paths come into one spelling") {
  const auto spelled = [](std::string_view text) {
    const ParsedPath parsed = parse_tree_path(text, PathUse::Subject);
    CHECK(parsed.fault.empty());
    return parsed.path;
  };
  CHECK(spelled("torch\\lib\\.\\c10.dll") == "torch/lib/c10.dll");
  CHECK(spelled("{site}/torch//lib/") == "torch/lib");
  CHECK(spelled("{program_files}/NVIDIA") == "{program_files}/NVIDIA");
  CHECK(spelled("{site}") == "{site}");
  CHECK(spelled("{elsewhere}/") == "{elsewhere}");
  CHECK(spelled("torch/lib/*.dll") == "torch/lib/*.dll");
}

TEST_CASE("one file has one path, though places lie within each other") {
  CHECK(parse_tree_path("{prefix}/Lib/site-packages/torch/x.dll", PathUse::Entry).path == "torch/x.dll");
  CHECK(parse_tree_path("{appdata}/python/Library/bin/mkl.dll", PathUse::Entry).path ==
        "{userbase}/Library/bin/mkl.dll");
  CHECK(parse_tree_path("{prefix}/Lib/site-packages", PathUse::Target).path == "{site}");
  CHECK(parse_tree_path("{prefix}/Lib/os.py", PathUse::Entry).path == "{prefix}/Lib/os.py");
}

TEST_CASE("no path leaves the tree") {
  const std::string path = GENERATE("../x.dll", "torch/../../x.dll", "torch/..", "/x.dll", "\\x.dll", "C:/x.dll",
                                    "C:x.dll", "//server/share/x.dll", "\\\\?\\C:\\x.dll", "{system32}/x.dll",
                                    "{windows}/x.dll", "{site}/../x.dll", "");
  INFO(path);
  CHECK_FALSE(parse_tree_path(path, PathUse::Entry).fault.empty());
  CHECK_FALSE(parse_tree_path(path, PathUse::Target).fault.empty());
}

TEST_CASE("faults of a path say what would be right") {
  CHECK(parse_tree_path("{sit}/x.dll", PathUse::Entry).fault ==
        "\"{sit}/x.dll\": unknown place \"{sit}\"; did "
        "you mean \"site\"?");
  CHECK(parse_tree_path("{site}x.dll", PathUse::Entry).fault.find("\"{place}/...\"") != std::string::npos);
  CHECK(parse_tree_path("{site", PathUse::Entry).fault.find("\"{place}/...\"") != std::string::npos);
  CHECK(parse_tree_path("torch/aux.dll", PathUse::Entry).fault ==
        "\"torch/aux.dll\": \"aux.dll\" is reserved for a device on Windows");
}

TEST_CASE("a place alone and a glob are no entries") {
  CHECK_FALSE(parse_tree_path("{elsewhere}", PathUse::Entry).fault.empty());
  CHECK_FALSE(parse_tree_path("{prefix}/Lib/site-packages", PathUse::Entry).fault.empty());
  CHECK_FALSE(parse_tree_path("torch/*.dll", PathUse::Entry).fault.empty());
  CHECK_FALSE(parse_tree_path("torch/*.dll", PathUse::Target).fault.empty());
  CHECK(parse_tree_path("torch/*.dll", PathUse::Subject).fault.empty());
}

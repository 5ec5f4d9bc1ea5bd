// SPDX-License-Identifier: MIT
#include "harness/tree/resolve.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "harness/tree/tree_testing.hpp"

using namespace dllrepro;
using namespace dllrepro::tree;
using testing::paths_of;
using testing::resolve_texts;

namespace {

/// The one fault of a tree; fails when there are several or none.
std::string fault_of(const std::vector<std::string>& layers) {
  const auto [plan, faults] = resolve_texts(layers);
  INFO(describe(faults));
  CHECK(faults.size() == 1);
  return faults.empty() ? "" : faults.front().message;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("later layers change what earlier ones made") {
  const auto [plan, faults] = resolve_texts({
      R"({"add": {"torch/lib/a.dll": {}, "torch/lib/b.dll": {}, "torch/lib/c.dll": {}}})",
      R"({"remove": ["torch/lib/a.dll"], "replace": {"torch/lib/B.dll": {"text": "broken"}},
          "add": {"{program_files}/x.dll": {}}})",
  });
  CHECK(describe(faults).empty());
  CHECK(paths_of(plan) == "torch/lib/b.dll torch/lib/c.dll {program_files}/x.dll");
  CHECK(std::get<TextFile>(plan.files.at("torch/lib/b.dll").content).text == "broken");
  CHECK(plan.files.at("torch/lib/b.dll").location.pointer == "/replace/torch~1lib~1B.dll");
}

TEST_CASE("keys apply in the file's order") {
  CHECK(paths_of(resolve_texts({R"({"add": {"a.dll": {}}, "move": {"a.dll": "b.dll"}})"}).first) == "b.dll");
  CHECK(has(fault_of({R"({"move": {"a.dll": "b.dll"}, "add": {"a.dll": {}}})"}), "no \"a.dll\""));
}

TEST_CASE("remove takes files, folders, places and globs") {
  const std::string files = R"({"add": {"a/1.dll": {}, "a/b/2.dll": {}, "ab/3.dll": {}, "{prefix}/4.dll": {}}})";
  const auto left_after = [&](const std::string& subject) {
    const auto [plan, faults] = resolve_texts({files, R"({"remove": [")" + subject + R"("]})"});
    INFO(describe(faults));
    CHECK(faults.empty());
    return paths_of(plan);
  };
  CHECK(left_after("a/1.dll") == "a/b/2.dll ab/3.dll {prefix}/4.dll");
  CHECK(left_after("a") == "ab/3.dll {prefix}/4.dll");
  CHECK(left_after("A/*.DLL") == "a/b/2.dll ab/3.dll {prefix}/4.dll");
  CHECK(left_after("a*") == "{prefix}/4.dll");
  CHECK(left_after("*/?.dll") == "a/b/2.dll {prefix}/4.dll");
  CHECK(left_after("{site}") == "{prefix}/4.dll");
  CHECK(left_after("{prefix}") == "");
  CHECK(left_after("{prefix}/*.dll") == "a/1.dll a/b/2.dll ab/3.dll");
}

TEST_CASE("move and copy take whole folders, and into one what a glob matches") {
  const std::string files = R"({"add": {"torch/lib/a.dll": {}, "torch/lib/b.dll": {}, "torch/_C.pyd": {}}})";
  const auto after = [&](const std::string& change) {
    const auto [plan, faults] = resolve_texts({files, change});
    INFO(describe(faults));
    CHECK(faults.empty());
    return paths_of(plan);
  };
  CHECK(after(R"({"move": {"torch": "{elsewhere}/torch"}})") ==
        "{elsewhere}/torch/_C.pyd {elsewhere}/torch/lib/a.dll {elsewhere}/torch/lib/b.dll");
  CHECK(after(R"({"move": {"torch/lib": "torch/lib/deep"}})") ==
        "torch/_C.pyd torch/lib/deep/a.dll torch/lib/deep/b.dll");
  CHECK(after(R"({"copy": {"torch/lib/a.dll": "{prefix}/a.dll"}})") ==
        "torch/_C.pyd torch/lib/a.dll torch/lib/b.dll {prefix}/a.dll");
  CHECK(after(R"({"move": {"torch/*/*.dll": "{prefix}/flat"}})") ==
        "torch/_C.pyd {prefix}/flat/a.dll {prefix}/flat/b.dll");
  CHECK(after(R"({"copy": {"torch/l*": "{temp}"}})") ==
        "torch/_C.pyd torch/lib/a.dll torch/lib/b.dll {temp}/lib/a.dll {temp}/lib/b.dll");
  CHECK(after(R"({"move": {"{site}": "{elsewhere}"}})") ==
        "{elsewhere}/torch/_C.pyd {elsewhere}/torch/lib/a.dll {elsewhere}/torch/lib/b.dll");
  CHECK(after(R"({"move": {"torch": "Torch"}})") == "Torch/_C.pyd Torch/lib/a.dll Torch/lib/b.dll");
}

TEST_CASE("a moved file's place is the line that moved it") {
  const auto [plan, faults] = resolve_texts({"{\"add\": {\"a.dll\": {}},\n\"move\": {\n\"a.dll\": \"b.dll\"}}"});
  CHECK(plan.files.at("b.dll").location.line == 3);
}

TEST_CASE("a move that does not fit leaves the tree as it was") {
  const auto [plan, faults] =
      resolve_texts({R"({"add": {"a/1.dll": {}, "a/2.dll": {}, "b/2.dll": {}}, "move": {"a": "b"}})"});
  CHECK(faults.size() == 1);
  CHECK(paths_of(plan) == "a/1.dll a/2.dll b/2.dll");
}

TEST_CASE("what Windows takes for one file is told, with both places") {
  CHECK(fault_of({"{\"add\": {\"a.dll\": {}}}", "{\"add\": {\"a.dll\": {}}}"}) ==
        "\"a.dll\" is there already, from x.json:1");
  CHECK(fault_of({R"({"add": {"lib/a.dll": {}, "lib/A.DLL": {}}})"}) ==
        "\"lib/A.DLL\" and \"lib/a.dll\" (x.json:1) are the same to Windows, which ignores case");
  CHECK(fault_of({R"({"add": {"lib/a.dll": {}, "Lib/b.dll": {}}})"}) ==
        "the folders \"Lib\" and \"lib\" (x.json:1) are the same to Windows, which ignores case");
  CHECK(fault_of({R"({"add": {"{prefix}/lib/a.py": {}}})"}) ==
        "the folders \"{prefix}/lib\" and \"{prefix}/Lib\" are the same to Windows, which ignores case");
  CHECK(has(fault_of({R"({"add": {"\u00e9.dll": {}, "\u00c9.dll": {}}})"}), "ignores case"));
  CHECK(has(fault_of({R"({"add": {"a.dll": {}, "b.dll": {}}, "copy": {"a.dll": "B.dll"}})"}), "ignores case"));
}

TEST_CASE("the host's program may be placed by the host and by a tree") {
  CHECK(resolve_texts({R"({"add": {"{prefix}/python.exe": {"host": true}}})",
                       R"({"add": {"{prefix}/python.exe": {"host": true}}})"})
            .second.empty());
  CHECK(
      has(fault_of({R"({"add": {"{prefix}/python.exe": {"host": true}}})", R"({"add": {"{prefix}/python.exe": {}}})"}),
          "is there already"));
}

TEST_CASE("no file where a folder must be") {
  CHECK(fault_of({R"({"add": {"a": {}, "a/b.dll": {}}})"}) ==
        "\"a/b.dll\" can't lie in \"a\", which is a file (x.json:1)");
  CHECK(fault_of({R"({"add": {"a/b.dll": {}, "A": {}}})"}) == "\"A\" is a folder, which holds \"a/b.dll\" (x.json:1)");
  CHECK(fault_of({R"({"add": {"{prefix}/Lib": {}}})"}) == "\"{prefix}/Lib\" is a folder that every tree has");
  CHECK(has(fault_of({R"({"add": {"a.dll": {}}, "move": {"a.dll": "{elsewhere}"}})"}), "that every tree has"));
  CHECK(has(fault_of({R"({"add": {"a/b.dll": {}}, "replace": {"a": {}}})"}), "only a file can be replaced"));
}

TEST_CASE("an empty folder may fill up") {
  const auto [plan, faults] =
      resolve_texts({R"({"add": {"a": {"folder": true}, "b": {"folder": true}, "a/x.dll": {}}})"});
  CHECK(describe(faults).empty());
  CHECK(paths_of(plan) == "a/x.dll b");
}

TEST_CASE("what is missing is told with the nearest path") {
  const std::string files = R"({"add": {"torch/lib/c10.dll": {}, "torch/lib/torch_cpu.dll": {}}})";
  const std::string change =
      GENERATE(R"({"remove": ["torch/lib/torch_cp.dll"]})", R"({"replace": {"torch/lib/torch_cp.dll": {}}})",
               R"({"move": {"torch/lib/torch_cp.dll": "x"}})", R"({"copy": {"torch/lib/torch_cp.dll": "x"}})");
  CHECK(fault_of({files, change}) ==
        "the tree has no \"torch/lib/torch_cp.dll\"; did you mean \"torch/lib/torch_cpu.dll\"?");
  CHECK(fault_of({files, R"({"remove": ["torhc"]})"}) == "the tree has no \"torhc\"; did you mean \"torch\"?");
  CHECK(fault_of({files, R"({"remove": ["*.pyd"]})"}) == "nothing in the tree matches \"*.pyd\"");
}

TEST_CASE("all faults of all layers in one go") {
  const auto [plan, faults] = resolve_texts(
      {R"({"remove": ["a"], "add": {"b.dll": {}, "B.dll": {}}})", R"({"replace": {"c": {}}, "add": {"nul": {}}})"});
  CHECK(faults.size() == 4);
}

TEST_CASE("machine is set for the stubs that are there by then") {
  const auto [plan, faults] = resolve_texts(
      {R"({"add": {"a.dll": {}, "b.txt": {"text": ""}}, "machine": "arm64"})", R"({"add": {"c.dll": {}}})"});
  CHECK(faults.empty());
  CHECK(std::get<stub::StubSpec>(plan.files.at("a.dll").content).machine == "arm64");
  CHECK(std::get<stub::StubSpec>(plan.files.at("c.dll").content).machine == "x64");
}

TEST_CASE("trees are found by name and taken in once") {
  const testing::TemporaryFolder folder;
  const std::string head = R"({"schema": 1, "title": "t", "evidence": ["x"], )";
  folder.write("base.json", head + R"("add": {"base.dll": {}}})");
  folder.write("left.json", head + R"("use": ["base"], "add": {"left.dll": {}}})");
  folder.write("group/right.json", head + R"("use": ["base"], "move": {"base.dll": "moved.dll"}})");
  const TreeLibrary library(folder.path());
  CHECK(library.names() == std::vector<std::string>{"base", "group/right", "left"});

  const auto [plan, faults] =
      resolve_texts({R"({"use": ["left", "group/right", "left"]})", R"({"use": "base"})"}, library);
  CHECK(describe(faults).empty());
  CHECK(paths_of(plan) == "left.dll moved.dll");
  CHECK(has(plan.files.at("left.dll").location.file, "left.json"));
}

TEST_CASE("an unknown tree is told with the nearest name, at the line that asks") {
  const testing::TemporaryFolder folder;
  folder.write("torch-cu132.json", R"({"schema": 1, "title": "t", "evidence": ["x"]})");
  const TreeLibrary library(folder.path());
  const auto [plan, faults] = resolve_texts({"{\n\"use\": [\"torch-cu123\"]}"}, library);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].message == "unknown tree \"torch-cu123\"; did you mean \"torch-cu132\"?");
  CHECK(faults[0].location.line == 2);
  CHECK(has(resolve_texts({R"({"use": ["../torch-cu132"]})"}, library).second.front().message, "unknown tree"));
}

TEST_CASE("a circle of trees is told with all its members") {
  const testing::TemporaryFolder folder;
  const std::string head = R"({"schema": 1, "title": "t", "evidence": ["x"], "use": [")";
  folder.write("a.json", head + "b\"]}");
  folder.write("b.json", head + "c\"]}");
  folder.write("c.json", head + "b\"]}");
  const TreeLibrary library(folder.path());
  const auto [plan, faults] = resolve_texts({R"({"use": ["a"]})"}, library);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].message == "trees use each other in a circle: b -> c -> b");
  CHECK(has(faults[0].location.file, "c.json"));
}

TEST_CASE("a tree file's own faults are told at its own lines, whoever asks") {
  const testing::TemporaryFolder folder;
  folder.write("bad.json", "{\"schema\": 1,\n\"add\": {\"../x\": {}}}");
  folder.write("worse.json", "{");
  folder.write("newer.json", R"({"schema": 2, "title": "", "evidence": []})");
  const TreeLibrary library(folder.path());
  CHECK(resolve_texts({R"({"use": ["newer"]})"}, library).second.size() == 3);
  for (int i = 0; i < 2; ++i) {
    const auto [plan, faults] = resolve_texts({R"({"use": ["bad"]})"}, library);
    CHECK(faults.size() == 3);  // the path, no title, no evidence
    CHECK(has(describe(faults), "bad.json:2:"));
  }
  CHECK(has(describe(resolve_texts({R"({"use": ["worse"]})"}, library).second), "worse.json:1:2"));
}

// SPDX-License-Identifier: MIT
// What the loader really answers to each corruption, held against the table's words.
//
// Windows is held to what has a source; Wine is held to what Wine 8.0 was measured to answer, whatever Windows does.
#include <map>

#include <fmt/format.h>
#include <catch2/catch_test_macros.hpp>

#include "harness/stub/corruption.hpp"
#include "harness/stub/host_process.hpp"
#include "harness/util/wine.hpp"

using namespace dllrepro;
using namespace dllrepro::stub;
using namespace dllrepro::stub::testing;

namespace {

/// Kills a process under Wine, in the loader itself (row L182).
constexpr std::string_view k_deadly = "import-directory-out-of-range";

/// Depends on what lies where in the process.
constexpr std::string_view k_fixed_address = "no-relocations";

/// Where Wine 8.0's answer is not the table's: a difference from Windows, or the table has none.
const std::map<std::string_view, std::uint32_t> k_wine = {
    {"absent-import", 0},         // row W1
    {"overlapping-sections", 0},  // maps one over the other
    {"zero-sections", 998},       // row L173
    {"no-dynamic-base", 0},
};

/// Whether `line` is one that the table, or what was measured, allows.
bool is_expected(const CorruptionKind& kind, const std::string& line) {
  if (running_under_wine() && k_wine.count(kind.word) != 0) {
    return line == fmt::format("load {:x}", k_wine.at(kind.word));
  }
  if (!kind.error || (kind.level == 'U' && !running_under_wine())) {
    return line.starts_with("load ");
  }
  return line == fmt::format("load {:x}", *kind.error);
}

std::string corrupt_spec(std::string_view word) {
  return fmt::format(R"({{"corrupt": "{}"}})", word);
}

/// Which x.dll a bare name finds when `spec`'s lies first on PATH and a good one behind it: first, second or the error.
std::string found_on_path(const std::string& spec) {
  const StubFolder folder;
  folder.add("first/x.dll", spec);
  folder.add("second/x.dll", "{}");
  std::filesystem::path search_path = folder.path() / "first";
  search_path += ";";
  search_path += (folder.path() / "second").native();
  const std::string out = run_host(folder, {"load:x.dll", "resident:x.dll"}, search_path).out;
  for (const char* place : {"first", "second"}) {
    if (out.find(fmt::format("{}\\x.dll", place)) != std::string::npos) {
      return place;
    }
  }
  return out.substr(0, out.find('\n'));
}

}  // namespace

TEST_CASE("LoadLibrary answers to each corruption as the table says") {
  const StubFolder folder;
  std::vector<std::string> operations;
  std::vector<const CorruptionKind*> kinds;
  for (const CorruptionKind& kind : corruptions()) {
    if (kind.word != k_deadly && kind.word != k_fixed_address) {
      folder.add(fmt::format("{}.dll", kind.word), corrupt_spec(kind.word));
      operations.push_back(fmt::format("load:{{}}\\{}.dll", kind.word));
      kinds.push_back(&kind);
    }
  }
  std::string rest = run_host(folder, operations).out;
  for (const CorruptionKind* kind : kinds) {
    const std::string line = rest.substr(0, rest.find('\n'));
    rest.erase(0, line.size() + 1);
    CAPTURE(kind->word, line);
    CHECK(is_expected(*kind, line));
  }
  CHECK(rest.empty());
}

TEST_CASE("a DLL without relocations loads at its own address alone") {
  if (!running_under_wine()) {
    SKIP("what Windows does has no source that was read");
  }
  const StubFolder folder;
  folder.add("x.dll", corrupt_spec(k_fixed_address));
  folder.add("y.dll", corrupt_spec(k_fixed_address));
  CHECK(run_host(folder, {"load:{}\\x.dll", "load:{}\\y.dll", "call:stub"}).out == "load 0\nload 1e7\nstub = 0\n");
}

TEST_CASE("an import directory out of range kills the process under Wine") {
  if (!running_under_wine()) {
    SKIP("what Windows does is not established (row L182)");
  }
  const StubFolder folder;
  folder.add("x.dll", corrupt_spec(k_deadly));
  const HostRun run = run_host(folder, {"load:{}\\x.dll"});
  CHECK(run.status == 0xC0000005);
  CHECK(run.out.find("load ") == std::string::npos);
}

TEST_CASE("a corrupt file stops the search, a DLL of the other bitness is passed over") {
  for (const char* word : {"text", "zeros", "no-pe", "bad-magic", "wrong-machine", "size-of-image-zero"}) {
    CAPTURE(word);
    CHECK(found_on_path(corrupt_spec(word)) == "load c1");
  }
  CHECK(found_on_path("{}") == "first");
  CHECK(found_on_path(R"({"machine": "x86"})") == "second");
  // Row 139: Windows 10 passes over a .NET image in a search; Wine 8.0 takes it.
  CHECK(found_on_path(corrupt_spec("net-only")) == (running_under_wine() ? "first" : "second"));
}

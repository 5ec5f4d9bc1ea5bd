// SPDX-License-Identifier: MIT
#include "harness/tree/stub_store.hpp"

#include <fstream>
#include <iterator>

#include <catch2/catch_test_macros.hpp>

#include "harness/stub/compose.hpp"
#include "harness/tree/tree_testing.hpp"

using namespace dllrepro;
using namespace dllrepro::tree;
namespace fs = std::filesystem;

namespace {

stub::StubSpec spec_of(const std::string& json) {
  Diagnostics faults;
  const auto document = JsonDocument::parse(json, "spec.json");
  stub::StubSpec spec = stub::parse_stub_spec(JsonCursor(document, faults));
  CHECK(describe(faults).empty());
  return spec;
}

std::string bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace

TEST_CASE("a stub's file holds what the composer makes") {
  const testing::TemporaryFolder folder;
  StubStore store(folder.path() / "store");
  const auto spec = spec_of(R"({"version": "1.2.3.4", "imports": ["c10.dll"]})");
  const auto image = stub::compose(spec, "x.dll");
  const std::string composed(reinterpret_cast<const char*>(image.data()), image.size());
  CHECK(bytes_of(store.file_for(spec, "x.dll", 0)) == composed);
  CHECK(bytes_of(store.file_for(spec, "x.dll", 1)) == composed);
}

TEST_CASE("a stub is composed once for each occurrence") {
  const testing::TemporaryFolder folder;
  const auto spec = spec_of("{}");
  StubStore first(folder.path() / "store");
  const fs::path file = first.file_for(spec, "x.dll", 0);
  CHECK(first.file_for(spec, "x.dll", 0) == file);
  CHECK(first.composed() == 1);
  CHECK(first.file_for(spec, "x.dll", 1) != file);
  CHECK(first.composed() == 2);
  CHECK(file.parent_path() == folder.path() / "store");
}

TEST_CASE("keys follow what a stub is, not how its spec is written") {
  const std::string key = StubStore::key_of(spec_of(R"({"machine": "x64", "exports": {"a": 1}})"), "x.dll");
  CHECK(key == StubStore::key_of(spec_of(R"({"exports": {"a": [{"return": 1}]}})"), "x.dll"));
  CHECK(key != StubStore::key_of(spec_of(R"({"exports": {"a": 2}})"), "x.dll"));
  CHECK(key != StubStore::key_of(spec_of(R"({"exports": {"a": 1}})"), "y.dll"));
}

TEST_CASE("a stub that somebody cleared away is composed again") {
  const testing::TemporaryFolder folder;
  StubStore store(folder.path() / "store");
  const fs::path file = store.file_for(spec_of("{}"), "x.dll", 0);
  fs::remove(file);
  CHECK(fs::exists(store.file_for(spec_of("{}"), "x.dll", 0)));
}

// SPDX-License-Identifier: MIT
#include "harness/pe/load_flags.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro;

namespace {

std::optional<std::uint32_t> read(const std::string& text, Diagnostics& faults) {
  const JsonDocument document = JsonDocument::parse(text, "x.json");
  return pe::parse_load_flags(JsonCursor(document, faults));
}

}  // namespace

TEST_CASE("flags are a number, a number in a text, or words") {
  Diagnostics faults;
  CHECK(read("4352", faults) == 0x1100);
  CHECK(read("\"0x1100\"", faults) == 0x1100);
  CHECK(read(R"(["DEFAULT_DIRS", "DLL_LOAD_DIR"])", faults) == 0x1100);
  CHECK(read("[]", faults) == 0);
  CHECK(faults.empty());
}

TEST_CASE("a wrong word is told with the nearest, and the others count") {
  Diagnostics faults;
  CHECK(read(R"(["DEFAULT_DIR", "SYSTEM32"])", faults) == 0x800);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].message == "unknown word \"DEFAULT_DIR\"; did you mean \"DEFAULT_DIRS\"?");
  CHECK(faults[0].location.pointer == "/0");
  CHECK_FALSE(read("true", faults).has_value());
  CHECK(faults.size() == 2);
}

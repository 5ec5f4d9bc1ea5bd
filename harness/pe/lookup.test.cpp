// SPDX-License-Identifier: MIT
#include "harness/pe/lookup.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/pe/reader.hpp"
#include "harness/pe/test_image.hpp"

using namespace dllrepro::pe;

TEST_CASE("exports by name and by ordinal") {
  const Image image = read(TestImage().bytes);
  REQUIRE(find_export(image, "beta") != nullptr);
  CHECK(find_export(image, "beta")->ordinal == 5);
  CHECK(find_export(image, "gamma")->ordinal == 5);
  CHECK(find_export(image, "alpha")->forward == "other.fn");
  CHECK(find_export(image, "Beta") == nullptr);
  CHECK(find_export(image, "") == nullptr);  // not the export without a name
  REQUIRE(find_export(image, 8) != nullptr);
  CHECK(find_export(image, 8)->address == 0x1010);
  CHECK(find_export(image, 6) == nullptr);
  CHECK(find_export(image, 9) == nullptr);
  CHECK(find_export(Image(), "beta") == nullptr);
}

TEST_CASE("an export with a name but no address is none") {
  TestImage test;
  test.put32(TestImage::data(TestImage::k_export_functions), 0);
  CHECK(find_export(read(test.bytes), "beta") == nullptr);
  CHECK(find_export(read(test.bytes), 5) == nullptr);
}

TEST_CASE("names of machines") {
  CHECK(machine_name(Machine::X64) == "x64");
  CHECK(machine_name(Machine::Arm64) == "arm64");
  CHECK(machine_name(static_cast<Machine>(0xdead)) == "0xdead");
}

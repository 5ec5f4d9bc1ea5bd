// SPDX-License-Identifier: MIT
#include "harness/pe/debug.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/pe/reader.hpp"
#include "harness/pe/test_image.hpp"

using namespace dllrepro::pe;

TEST_CASE("debug data and the CLR header") {
  const Image image = read(TestImage().bytes);
  REQUIRE(image.debug.size() == 1);
  CHECK(image.debug[0].type == 2);
  CHECK(image.debug[0].size == 0x40);
  CHECK(image.debug[0].pdb == "x.pdb");
  REQUIRE(image.clr.has_value());
  CHECK(image.clr->major_version == 2);
  CHECK(image.clr->minor_version == 5);
  CHECK(image.clr->flags == 1);
}

TEST_CASE("debug data and CLR header out of range") {
  TestImage image;
  image.put32(image.directory(Directory::Debug), 0x2fe8);
  image.put32(image.directory(Directory::Clr), 0x2ff8);
  CHECK(anomalies_of(image) ==
        "0x178: the CLR header at RVA 0x2ff8 lies outside the image\n"
        "0x138: the debug directory at RVA 0x2fe8 lies outside the image");
}

// SPDX-License-Identifier: MIT
#include "harness/pe/load_config.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/pe/reader.hpp"
#include "harness/pe/test_image.hpp"

using namespace dllrepro::pe;

TEST_CASE("load configuration of both kinds") {
  for (const bool plus : {true, false}) {
    const Image image = read(TestImage(plus).bytes);
    REQUIRE(image.load_config.has_value());
    CHECK(image.load_config->size == (plus ? 148 : 92));
    CHECK(image.load_config->dependent_load_flags == 0x800);
    CHECK(image.load_config->security_cookie == (plus ? 0x180002000 : 0x10002000));
    CHECK(image.load_config->guard_flags == 0x100);
  }
}

TEST_CASE("fields beyond the size that the file states are 0") {
  TestImage image;
  image.put32(TestImage::data(TestImage::k_load_config), 80);
  CHECK(read(image.bytes).load_config->dependent_load_flags == 0x800);
  CHECK(read(image.bytes).load_config->guard_flags == 0);
  image.put32(TestImage::data(TestImage::k_load_config), 4);
  CHECK(read(image.bytes).load_config->dependent_load_flags == 0);
  image.put32(TestImage::data(TestImage::k_load_config), 0xffffffff);
  CHECK(read(image.bytes).load_config->guard_flags == 0x100);
}

TEST_CASE("a load configuration cut by the end of the image, and one outside") {
  TestImage image;
  image.put32(image.directory(Directory::LoadConfig), 0x2ff0);
  image.put32(TestImage::data(0xff0), 148);
  CHECK(anomalies_of(image) == "0x13f0: the load configuration is cut");
  image.put32(image.directory(Directory::LoadConfig), 0x3000);
  CHECK(anomalies_of(image) == "0x158: the load configuration at RVA 0x3000 lies outside the image");
  CHECK_FALSE(read(image.bytes).load_config.has_value());
}

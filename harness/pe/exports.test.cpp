// SPDX-License-Identifier: MIT
#include "harness/pe/exports.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/pe/reader.hpp"
#include "harness/pe/test_image.hpp"

using namespace dllrepro::pe;

TEST_CASE("exports with two names, none, a forwarder and an unused ordinal") {
  for (const bool plus : {true, false}) {
    const Image image = read(TestImage(plus).bytes);
    REQUIRE(image.exports.has_value());
    CHECK(image.exports->module == "module.dll");
    CHECK(image.exports->ordinal_base == 5);
    CHECK(image.exports->timestamp == 1700000001);
    const auto& entries = image.exports->entries;
    REQUIRE(entries.size() == 4);
    CHECK(entries[0].ordinal == 5);
    CHECK(entries[0].name == "beta");
    CHECK(entries[0].address == 0x1000);
    CHECK(entries[0].forward.empty());
    CHECK(entries[1].ordinal == 5);
    CHECK(entries[1].name == "gamma");
    CHECK(entries[2].ordinal == 7);
    CHECK(entries[2].name == "alpha");
    CHECK(entries[2].forward == "other.fn");
    CHECK(entries[3].ordinal == 8);
    CHECK(entries[3].name.empty());
    CHECK(entries[3].address == 0x1010);
  }
}

TEST_CASE("export names out of order can't be found by the loader") {
  TestImage image;
  image.put_text(TestImage::data(0x298), "zeta");
  CHECK(anomalies_of(image) == "0x648: export names are not in order at number 3");
}

TEST_CASE("an export name that leads past the address table") {
  TestImage image;
  image.put16(TestImage::data(TestImage::k_export_ordinals) + 2, 4);
  CHECK(anomalies_of(image) == "0x644: the export name number 2 leads to index 4 of 4");
  CHECK(read(image.bytes).exports->entries.size() == 3);
}

TEST_CASE("absurd counts end with the image") {
  TestImage image;
  image.put32(TestImage::data(TestImage::k_exports) + 20, 0xffffffff);
  const Image functions = read(image.bytes);
  REQUIRE(functions.anomalies.size() == 1);
  CHECK(functions.anomalies[0].message == "the export address table at RVA 0x3000 lies outside the image");
  CHECK(functions.exports->entries.size() < 0x1000);

  image = TestImage();
  image.put32(TestImage::data(TestImage::k_exports) + 24, 0xffffffff);
  const Image names = read(image.bytes);
  CHECK_FALSE(names.anomalies.empty());
  CHECK(names.exports->entries.size() < 0x1000);
}

TEST_CASE("an export directory out of range") {
  TestImage image;
  image.put32(image.directory(Directory::Export), 0xfffffff0);
  CHECK(anomalies_of(image) == "0x108: the export directory at RVA 0xfffffff0 lies outside the image");
  CHECK_FALSE(read(image.bytes).exports.has_value());
}

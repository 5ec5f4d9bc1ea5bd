// SPDX-License-Identifier: MIT
#include "harness/pe/imports.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/pe/reader.hpp"
#include "harness/pe/test_image.hpp"

using namespace dllrepro::pe;

TEST_CASE("imports by name and by ordinal, with and without a name table") {
  for (const bool plus : {true, false}) {
    CAPTURE(plus);
    const Image image = read(TestImage(plus).bytes);
    REQUIRE(image.imports.size() == 2);
    CHECK(image.imports[0].name == "KERNEL32.dll");
    REQUIRE(image.imports[0].symbols.size() == 2);
    CHECK(image.imports[0].symbols[0].name == "Sleep");
    CHECK(image.imports[0].symbols[0].hint == 7);
    CHECK(image.imports[0].symbols[0].slot == 0x2060);
    CHECK_FALSE(image.imports[0].symbols[0].ordinal.has_value());
    CHECK(image.imports[0].symbols[1].name == "GetLastError");
    CHECK(image.imports[0].symbols[1].slot == (plus ? 0x2068 : 0x2064));
    CHECK(image.imports[1].name == "other.dll");
    REQUIRE(image.imports[1].symbols.size() == 1);
    CHECK(image.imports[1].symbols[0].ordinal == 3);
    CHECK(image.imports[1].symbols[0].name.empty());
  }
}

TEST_CASE("delay imports with RVAs and, as Visual C++ 6 wrote them, with addresses") {
  for (const bool plus : {true, false}) {
    TestImage test(plus);
    const Image image = read(test.bytes);
    REQUIRE(image.delay_imports.size() == 1);
    CHECK(image.delay_imports[0].name == "late.dll");
    REQUIRE(image.delay_imports[0].symbols.size() == 1);
    CHECK(image.delay_imports[0].symbols[0].name == "lazy");
    CHECK(image.delay_imports[0].symbols[0].slot == 0x2160);
  }
  TestImage old(false);
  old.put32(TestImage::data(TestImage::k_delay_imports), 0);
  for (const std::size_t field : {4, 12, 16}) {
    const std::uint32_t rvas[] = {0, 0x2170, 0, 0x2160, 0x2150};
    old.put32(TestImage::data(TestImage::k_delay_imports) + field, 0x10000000U + rvas[field / 4]);
  }
  old.put32(TestImage::data(0x150), 0x10002180);
  CHECK(anomalies_of(old) == "none");
  CHECK(read(old.bytes).delay_imports[0].symbols[0].name == "lazy");

  old.put32(TestImage::data(TestImage::k_delay_imports) + 4, 5);  // an address below the image's base
  CHECK(anomalies_of(old).starts_with("0x510: the name of an imported module at RVA 0xfffffffff0000005 lies outside"));
}

TEST_CASE("an import directory out of range") {
  TestImage image;
  image.put32(image.directory(Directory::Import), 0x7fffff00);
  CHECK(anomalies_of(image) == "0x110: the import directory at RVA 0x7fffff00 lies outside the image");
  CHECK(read(image.bytes).imports.empty());
  CHECK(read(image.bytes).exports.has_value());
}

TEST_CASE("names out of range and without an end cost only themselves") {
  TestImage image;
  image.put32(TestImage::data(0x0C), 0x5000);
  image.put32(TestImage::data(TestImage::k_import_names), 0x2fff);  // the hint's second byte is outside
  CHECK(anomalies_of(image) ==
        "0x400: the name of an imported module at RVA 0x5000 lies outside the image\n"
        "0x440: the name of an imported symbol at RVA 0x2fff lies outside the image");
  const Image read_back = read(image.bytes);
  REQUIRE(read_back.imports.size() == 2);
  CHECK(read_back.imports[0].symbols.size() == 2);
  CHECK(read_back.imports[0].symbols[1].name == "GetLastError");

  image = TestImage();
  image.put32(TestImage::data(0x0C), 0x2ff0);
  image.put_text(TestImage::data(0xff0), "0123456789abcdef");
  CHECK(anomalies_of(image) == "0x13f0: the name of an imported module at RVA 0x2ff0 has no end");
}

TEST_CASE("a name table that goes on to the end of the image") {
  TestImage image;
  for (std::size_t place = 0xA00; place < 0x1000; place += 8) {
    image.put64(TestImage::data(place), 0x8000000000000001);
  }
  image.put32(TestImage::data(0), 0x2A00);
  CHECK(anomalies_of(image) == "0x400: an import name table at RVA 0x3000 lies outside the image");
  CHECK(read(image.bytes).imports[0].symbols.size() == 0x600 / 8);
}

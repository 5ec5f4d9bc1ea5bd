// SPDX-License-Identifier: MIT
#include "harness/pe/sections.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/pe/reader.hpp"
#include "harness/pe/test_image.hpp"

using namespace dllrepro::pe;

TEST_CASE("section fields") {
  TestImage test;
  test.put_text(test.section(1), "12345678");  // 8 bytes: no NUL at the end
  test.bytes.resize(test.bytes.size() + 100);
  const Image image = read(test.bytes);
  REQUIRE(image.sections.size() == 2);
  CHECK(image.sections[0].name == ".text");
  CHECK(image.sections[0].address == 0x1000);
  CHECK(image.sections[0].size == 0x123);
  CHECK(image.sections[0].raw_offset == 0x200);
  CHECK(image.sections[0].raw_size == 0x200);
  CHECK(image.sections[0].characteristics == (k_section_code | k_section_execute | k_section_read));
  CHECK(image.sections[1].name == "12345678");
  CHECK(image.overlay_size == 100);
}

TEST_CASE("a section past the end of the file") {
  TestImage image;
  image.put32(image.section(1) + 20, 0x600);
  CHECK(anomalies_of(image).starts_with("0x1c0: section 2 ends at 0x1600, past the end of the file"));
  image.put32(image.section(1) + 16, 0xffffffff);
  CHECK(anomalies_of(image).starts_with("0x1c0: section 2 ends at 0x1000005ff, past the end of the file"));
}

TEST_CASE("sections that overlap, leave a gap or go past the image") {
  TestImage image;
  image.put32(image.section(0) + 8, 0x1001);
  CHECK(anomalies_of(image) == "0x1bc: section 2 at RVA 0x2000 overlaps what goes before it, which ends at 0x3000");

  image = TestImage();
  image.put32(image.section(0) + 12, 0);
  CHECK(anomalies_of(image).starts_with(
      "0x194: section 1 at RVA 0x0 overlaps what goes before it, which ends at 0x1000"));

  image = TestImage();
  image.put32(image.optional(56), 0x5000);
  image.put32(image.section(1) + 12, 0x3000);
  CHECK(anomalies_of(image).starts_with(
      "0x1bc: section 2 at RVA 0x3000 leaves a gap: what goes before it ends at 0x2000"));

  image = TestImage();
  image.put32(image.section(1) + 8, 0x1001);
  CHECK(anomalies_of(image) == "0xd0: SizeOfImage 0x3000 is below the end of the last section, 0x4000");
}

TEST_CASE("an entry point that leads to data") {
  TestImage image;
  image.put32(image.optional(16), 0x2000);
  CHECK(anomalies_of(image) == "0xa8: entry point 0x2000 lies in no executable section");
}

TEST_CASE("no sections, and more than the file has") {
  TestImage image;
  image.put16(TestImage::k_file_header + 2, 0);
  CHECK(anomalies_of(image).starts_with("0x86: no sections\n"));
  CHECK(read(image.bytes).sections.empty());

  image = TestImage();
  image.put16(TestImage::k_file_header + 2, 0xffff);
  const Image read_back = read(image.bytes);
  CHECK(read_back.sections.size() == (image.bytes.size() - image.section(0)) / 40);
}

TEST_CASE("which section covers an address") {
  const Image image = read(TestImage().bytes);
  CHECK(section_at(image, 0xfff) == nullptr);
  CHECK(section_at(image, 0x1000) == &image.sections[0]);
  CHECK(section_at(image, 0x1122) == &image.sections[0]);
  CHECK(section_at(image, 0x1123) == nullptr);
  CHECK(section_at(image, 0x2fff) == &image.sections[1]);
  CHECK(section_at(image, 0x3000) == nullptr);
}

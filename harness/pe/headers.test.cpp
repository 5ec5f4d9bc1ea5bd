// SPDX-License-Identifier: MIT
#include "harness/pe/headers.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/pe/reader.hpp"
#include "harness/pe/test_image.hpp"

using namespace dllrepro::pe;

namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

Fault fault_of(const std::vector<std::byte>& bytes) {
  const auto result = try_read(bytes);
  REQUIRE(std::holds_alternative<Fault>(result));
  return std::get<Fault>(result);
}

}  // namespace

TEST_CASE("header fields of PE32+") {
  const Image image = read(TestImage(true).bytes);
  CHECK(image.machine == Machine::X64);
  CHECK(image.timestamp == 1700000000);
  CHECK(image.characteristics == 0x2022);
  CHECK(image.is_dll());
  CHECK(image.magic == 0x20B);
  CHECK(image.entry_point == 0x1000);
  CHECK(image.image_base == 0x180000000);
  CHECK(image.section_alignment == 0x1000);
  CHECK(image.file_alignment == 0x200);
  CHECK(image.size_of_image == 0x3000);
  CHECK(image.size_of_headers == 0x200);
  CHECK(image.checksum == 0x12345);
  CHECK(image.subsystem == 2);
  CHECK(image.dll_characteristics == (k_high_entropy_va | k_dynamic_base | k_nx_compat));
  CHECK(image.directory(Directory::Import).address == 0x2000);
  CHECK(image.directory(Directory::Import).size == 60);
  CHECK_FALSE(image.has(Directory::Relocation));
}

TEST_CASE("header fields of PE32") {
  const Image image = read(TestImage(false).bytes);
  CHECK(image.machine == Machine::X86);
  CHECK(image.magic == 0x10B);
  CHECK(image.image_base == 0x10000000);
  CHECK(image.dll_characteristics == 0x160);
  CHECK(image.directory(Directory::Export).address == 0x2200);
}

TEST_CASE("what is no image is refused with what it looks like") {
  CHECK(fault_of({}).message == "the file is empty");
  CHECK(fault_of(bytes_of("hello")).message == "no MZ at the start");
  CHECK(fault_of(bytes_of("<!DOCTYPE html>")).message == "no MZ at the start (HTML or XML)");
  CHECK(fault_of(bytes_of("PK\x03\x04")).message == "no MZ at the start (a zip archive)");
  CHECK(fault_of(bytes_of("version https://git-lfs.github.com/spec/v1")).message ==
        "no MZ at the start (a Git LFS pointer)");
  CHECK(fault_of(std::vector<std::byte>(100)).message == "no MZ at the start (zeros)");
  CHECK(fault_of(bytes_of("MZ")).message == "the DOS header is cut: the file has 2 bytes");
}

TEST_CASE("faults of the headers carry the offset of the field") {
  TestImage wild;
  wild.put32(0x3C, 0x98760000);
  CHECK(fault_of(wild.bytes).offset == 0x3C);

  TestImage sixteen;
  sixteen.put32(0x80, 0x0000454E);
  CHECK(fault_of(sixteen.bytes).offset == 0x80);
  CHECK(fault_of(sixteen.bytes).message.find("16-bit") != std::string::npos);

  TestImage magic;
  magic.put16(magic.optional(0), 0xdead);
  CHECK(fault_of(magic.bytes).offset == TestImage::k_optional_header);
  CHECK(fault_of(magic.bytes).message == "unknown optional-header magic 0xdead");

  TestImage none;
  none.put16(TestImage::k_file_header + 16, 0);
  CHECK(fault_of(none.bytes).offset == TestImage::k_file_header + 16);
}

TEST_CASE("an image cut anywhere within its headers is refused") {
  const TestImage whole;
  // The optional header without directories ends here; what is cut after it is an anomaly.
  const std::size_t end = TestImage::k_optional_header + 112;
  for (std::size_t size = 0; size < end; ++size) {
    CAPTURE(size);
    const auto result = try_read(std::span(whole.bytes).first(size));
    CHECK(std::holds_alternative<Fault>(result));
  }
  for (std::size_t size = end; size < whole.bytes.size(); ++size) {
    const auto result = try_read(std::span(whole.bytes).first(size));
    REQUIRE(std::holds_alternative<Image>(result));
    CAPTURE(size);
    CHECK_FALSE(std::get<Image>(result).anomalies.empty());
  }
}

TEST_CASE("header values that Windows refuses are anomalies") {
  TestImage image;
  image.put32(image.optional(56), 0);
  CHECK(anomalies_of(image) == "0xd0: SizeOfImage is 0\n0xa8: entry point 0x1000 lies outside the image");

  image = TestImage();
  image.put32(image.optional(16), 0x7ffff000);
  CHECK(anomalies_of(image) == "0xa8: entry point 0x7ffff000 lies outside the image");

  image = TestImage();
  image.put32(image.optional(32), 0x1000);
  image.put32(image.optional(36), 0x2000);
  CHECK(anomalies_of(image) == "0xb8: section alignment 0x1000 is below file alignment 0x2000");

  image = TestImage();
  image.put32(image.optional(36), 0x123);
  CHECK(anomalies_of(image) == "0xb8: alignment of sections 0x1000, in the file 0x123: not powers of two");

  image = TestImage();
  image.put16(TestImage::k_file_header, 0x14C);
  CHECK(anomalies_of(image) == "0x84: machine 0x14c does not go with optional-header magic 0x20b");
}

TEST_CASE("headers that claim to go past the end of the file") {
  TestImage image;
  image.put32(image.optional(60), 0x2000);
  CHECK(anomalies_of(image).starts_with("0xd4: SizeOfHeaders 0x2000 is past the end of the file\n"));
}

TEST_CASE("a count of data directories beyond the header is cut to what is there") {
  TestImage image;
  image.put32(image.optional(108), 0xffffffff);
  CHECK(anomalies_of(image) == "0x104: 4294967295 data directories; 16 are known");
  CHECK(read(image.bytes).imports.size() == 2);

  image.put32(image.optional(108), 2);
  CHECK(read(image.bytes).imports.size() == 2);
  CHECK_FALSE(read(image.bytes).has(Directory::Resource));

  image = TestImage();
  image.put16(TestImage::k_file_header + 16, 112 + 8);
  CHECK(anomalies_of(image).starts_with(
      "0x104: 16 data directories do not fit into the optional header, which has room for 1\n"));
}

// SPDX-License-Identifier: MIT
#include "harness/pe/resources.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/pe/reader.hpp"
#include "harness/pe/test_image.hpp"

using namespace dllrepro::pe;

namespace {

constexpr std::size_t k_root = TestImage::data(TestImage::k_resources);

}  // namespace

TEST_CASE("version and manifest resources") {
  const Image image = read(TestImage().bytes);
  REQUIRE(image.resources.size() == 2);
  CHECK(image.resources[0].type.id == 16);
  CHECK(image.resources[0].name.id == 1);
  CHECK(image.resources[0].language.id == 1033);
  CHECK(image.resources[0].address == 0x2600);
  CHECK(image.resources[1].type.id == 24);
  CHECK(image.resources[1].size == 14);

  REQUIRE(image.version.has_value());
  CHECK(image.version->has_numbers);
  CHECK(image.version->file == std::array<std::uint16_t, 4>{9, 27, 3, 4});
  CHECK(image.version->product == std::array<std::uint16_t, 4>{12, 0, 0, 0});
  REQUIRE(image.version->strings.size() == 1);
  CHECK(image.version->strings[0].block == "040904b0");
  const std::vector<std::pair<std::string, std::string>> values = {{"ProductName", "\xC3\xA9t\xC3\xA9"},
                                                                   {"FileVersion", "9.27"}};
  CHECK(image.version->strings[0].values == values);

  REQUIRE(image.manifests.size() == 1);
  CHECK(image.manifests[0].name.id == 2);
  CHECK(image.manifests[0].text == "<assembly/>");
}

TEST_CASE("a manifest in UTF-16 and a resource with a name") {
  TestImage test;
  test.put_text(TestImage::data(TestImage::k_manifest), std::string_view("\xFF\xFE<\0a\0>\0", 8));
  test.put32(k_root + 0x94, 8);
  test.put32(k_root + 0x60, 0x80000100);
  test.put16(k_root + 0x100, 3);
  test.put_text(k_root + 0x102, std::string_view("W\0I\0X\0", 6));
  const Image image = read(test.bytes);
  REQUIRE(image.manifests.size() == 1);
  CHECK(image.manifests[0].name.text == "WIX");
  CHECK(image.manifests[0].text == "<a>");
}

TEST_CASE("a loop of resource directories ends") {
  TestImage image;
  image.put32(k_root + 0x4C, 0x80000000);  // the version's language level leads back to the root
  CHECK(anomalies_of(image) == "0x948: resource directories are nested more than three deep");
}

TEST_CASE("a resource too large, out of range, and one level too early") {
  TestImage image;
  image.put32(k_root + 0x84, 0x7fffffff);
  CHECK(anomalies_of(image) == "0x980: a resource of 2147483647 bytes, more than the file has");
  image.put32(k_root + 0x80, 0x9000);
  image.put32(k_root + 0x84, 16);
  CHECK(anomalies_of(image) == "0x980: a resource at RVA 0x9000 lies outside the image");
  image = TestImage();
  image.put32(k_root + 0x14, 0x80);
  CHECK(anomalies_of(image) == "0x910: a resource at level 1, where directories are expected");
}

TEST_CASE("a directory that claims more entries than the image has room for") {
  TestImage image;
  image.put16(k_root + 14, 0xffff);
  const Image read_back = read(image.bytes);
  CHECK_FALSE(read_back.anomalies.empty());
  CHECK(read_back.resources.size() < 1000);
}

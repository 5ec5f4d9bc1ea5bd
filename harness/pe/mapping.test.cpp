// SPDX-License-Identifier: MIT
#include "harness/pe/mapping.hpp"

#include <limits>

#include <catch2/catch_test_macros.hpp>

#include "harness/pe/test_image.hpp"

using namespace dllrepro::pe;

namespace {

constexpr std::uint64_t k_most = std::numeric_limits<std::uint64_t>::max();

/// A file of 0x1000 bytes, each the low byte of its offset, and an image with the given sections.
struct Laid {
  explicit Laid(std::vector<Section> sections, std::uint32_t alignment = 0x1000) {
    for (std::size_t offset = 0; offset < bytes.size(); ++offset) {
      bytes[offset] = static_cast<std::byte>(offset & 0xFF);
    }
    image.size_of_headers = 0x200;
    image.section_alignment = alignment;
    image.sections = std::move(sections);
    mapping = Mapping(View(bytes), image);
  }
  std::vector<std::byte> bytes = std::vector<std::byte>(0x1000);
  Image image;
  Mapping mapping;
};

}  // namespace

TEST_CASE("checked arithmetic") {
  CHECK(checked_add(k_most, 0) == k_most);
  CHECK_FALSE(checked_add(k_most, 1).has_value());
  CHECK(align_up(0xffffffff, 0x1000) == 0x100000000);
  CHECK(align_up(0x1001, 0x1000) == 0x2000);
  CHECK(align_up(7, 0) == 7);
}

TEST_CASE("a view gives nothing beyond its bounds") {
  const std::vector<std::byte> bytes(8);
  const View view(bytes);
  CHECK(view.read<std::uint64_t>(0).has_value());
  CHECK_FALSE(view.read<std::uint64_t>(1).has_value());
  CHECK_FALSE(view.read<std::uint8_t>(8).has_value());
  CHECK_FALSE(view.read<std::uint32_t>(k_most - 1).has_value());
  CHECK(view.slice(8, 0).has_value());
  CHECK_FALSE(view.slice(4, k_most).has_value());
  CHECK(view.clipped(6, 100).size() == 2);
  CHECK(view.clipped(100, 1).size() == 0);
}

TEST_CASE("headers, sections and the zeros behind raw data") {
  const Laid laid({{"a", 0x1000, 0x300, 0x201, 0x100, 0}, {"b", 0x2000, 0, 0x400, 0x10, 0}});
  const Mapping& mapping = laid.mapping;
  CHECK(mapping.file_offset(0x1ff) == 0x1ff);
  CHECK_FALSE(mapping.file_offset(0x200).has_value());
  CHECK(mapping.file_offset(0x1000) == 0x200);  // the loader rounds the raw offset down
  CHECK(mapping.file_offset(0x10ff) == 0x2ff);
  CHECK_FALSE(mapping.file_offset(0x1100).has_value());
  CHECK(mapping.read<std::uint8_t>(0x1100) == 0);
  CHECK(mapping.read<std::uint8_t>(0x1fff) == 0);  // up to the end of the page
  CHECK(mapping.read<std::uint16_t>(0x10ff) == 0x00ff);
  CHECK(mapping.read<std::uint32_t>(0x1ffe) == 0x01000000);  // across two sections
  CHECK(mapping.read<std::uint8_t>(0x2fff) == 0);
  CHECK_FALSE(mapping.read<std::uint8_t>(0x3000).has_value());
  CHECK_FALSE(mapping.read<std::uint32_t>(k_most - 1).has_value());
}

TEST_CASE("a section ends where the next one starts, and one that lies outside the file is zeros") {
  const Laid laid({{"a", 0x1000, 0x5000, 0x200, 0x200, 0}, {"b", 0x2000, 0x1000, 0x100000, 0x200, 0}});
  CHECK(laid.mapping.read<std::uint8_t>(0x2000) == 0);
  CHECK_FALSE(laid.mapping.read<std::uint8_t>(0x3000).has_value());
  const Laid same({{"a", 0x1000, 0x1000, 0x200, 0x200, 0}, {"b", 0x1000, 0x1000, 0x401, 0x200, 0}}, 0x200);
  CHECK(same.mapping.file_offset(0x1000) == 0x401);  // below a page nothing is rounded
}

TEST_CASE("texts") {
  Laid laid({{"a", 0x1000, 0x1000, 0x200, 0x100, 0}, {"b", 0x2000, 0x100, 0x300, 0x100, 0}});
  laid.bytes[0x2fe] = std::byte{'x'};
  laid.bytes[0x2ff] = std::byte{'y'};
  CHECK(laid.mapping.text(0x10fe, 100) == "xy");  // the zeros behind the raw data end it
  CHECK(laid.mapping.text(0x1500, 100) == "");
  CHECK(laid.mapping.text(0x2001, 255)->size() == 255);
  CHECK_FALSE(laid.mapping.text(0x2001, 254).has_value());
  CHECK_FALSE(laid.mapping.text(0x3000, 100).has_value());
  CHECK_FALSE(laid.mapping.text(0x1f0, 100).has_value());  // runs out of the headers
}

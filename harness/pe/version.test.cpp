// SPDX-License-Identifier: MIT
#include "harness/pe/version.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/pe/test_image.hpp"

using namespace dllrepro::pe;

namespace {

struct Reading {
  Version version;
  std::vector<std::pair<std::uint64_t, std::string>> faults;
};

Reading read_resource(std::span<const std::byte> bytes) {
  Reading reading;
  reading.version = read_version(View(bytes), [&reading](std::uint64_t offset, std::string message) {
    reading.faults.emplace_back(offset, std::move(message));
  });
  return reading;
}

/// The version resource of the test image.
std::vector<std::byte> sound_resource() {
  const TestImage image;
  const auto start = image.bytes.begin() + static_cast<std::ptrdiff_t>(TestImage::data(TestImage::k_version));
  const auto length = std::to_integer<int>(start[0]) + 256 * std::to_integer<int>(start[1]);
  return {start, start + length};
}

}  // namespace

TEST_CASE("a cut version resource gives what is there and says where it ends") {
  const auto whole = sound_resource();
  CHECK(read_resource(whole).faults.empty());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    CHECK_FALSE(read_resource(std::span(whole).first(size)).faults.empty());
  }
}

TEST_CASE("a version resource without numbers, without a signature, and with another key") {
  auto bytes = sound_resource();
  bytes[2] = std::byte{0};  // the value's length
  CHECK_FALSE(read_resource(bytes).version.has_numbers);

  bytes = sound_resource();
  bytes[40] = std::byte{0};  // 6 bytes, 15 characters, 2 of padding, then the signature at 40
  CHECK_FALSE(read_resource(bytes).version.has_numbers);
  REQUIRE(read_resource(bytes).faults.size() == 1);
  CHECK(read_resource(bytes).faults[0].first == 40);
  CHECK(read_resource(bytes).version.strings.size() == 1);

  bytes = sound_resource();
  bytes[6] = std::byte{'X'};
  CHECK(read_resource(bytes).faults.size() == 1);
}

TEST_CASE("a block of length 0 does not hold the reader up") {
  auto bytes = sound_resource();
  bytes[92] = std::byte{0};  // StringFileInfo, right after the fixed part
  bytes[93] = std::byte{0};
  const Reading reading = read_resource(bytes);
  CHECK(reading.version.has_numbers);
  CHECK(reading.version.strings.empty());
  REQUIRE(reading.faults.size() == 1);
  CHECK(reading.faults[0].first == 92);
}

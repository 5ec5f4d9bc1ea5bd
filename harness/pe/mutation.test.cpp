// SPDX-License-Identifier: MIT
// Bytes that nobody meant: thousands of broken images, the same ones in every run, and images made to cost much. What
// is held is that reading comes back at all (sanitizers see the rest) and that no result is out of proportion to the
// file.
#include <random>

#include <catch2/catch_test_macros.hpp>

#include "harness/pe/reader.hpp"
#include "harness/pe/test_image.hpp"
#include "harness/pe/to_json.hpp"

using namespace dllrepro::pe;

namespace {

/// Bytes that the result holds, roughly.
std::size_t weight(const Image& image) {
  std::size_t sum = image.sections.size() * sizeof(Section) + image.resources.size() * sizeof(Resource);
  for (const auto* modules : {&image.imports, &image.delay_imports}) {
    for (const ImportedModule& module : *modules) {
      sum += sizeof(module) + module.name.size();
      for (const ImportedSymbol& symbol : module.symbols) {
        sum += sizeof(symbol) + symbol.name.size();
      }
    }
  }
  if (image.exports) {
    for (const Export& entry : image.exports->entries) {
      sum += sizeof(entry) + entry.name.size() + entry.forward.size();
    }
  }
  for (const Manifest& manifest : image.manifests) {
    sum += manifest.text.size();
  }
  return sum;
}

void check_bounded(const TestImage& test) {
  const auto result = try_read(test.bytes);
  if (const auto* image = std::get_if<Image>(&result)) {
    // The budget is 64 KiB and four times the file; a structure in memory is up to some 25 times its bytes in the file.
    REQUIRE(weight(*image) < 25 * (0x10000 + 4 * test.bytes.size()));
    REQUIRE(image->anomalies.size() <= 300);
  }
}

}  // namespace

TEST_CASE("mutated images are read to an end") {
  const TestImage sound[] = {TestImage(true), TestImage(false)};
  // The engine's output is fixed by the standard, that of the distributions is not.
  std::mt19937 random(20240229);
  constexpr std::uint32_t k_telling[] = {0,          1,          0x7f,       0x80,   0xff,  0x7fffffff,
                                         0x80000000, 0xffffffff, 0xfffffffc, 0x2000, 0x2fff};
  for (int round = 0; round < 4000; ++round) {
    CAPTURE(round);
    TestImage test = sound[round % 2];
    const std::size_t changes = 1 + random() % 6;
    for (std::size_t change = 0; change < changes; ++change) {
      // Headers and tables are dense: half of the changes go into the first 0x200 bytes.
      const std::size_t range = random() % 2 == 0 ? 0x200 : test.bytes.size() - 4;
      const std::size_t offset = random() % range;
      if (random() % 2 == 0) {
        test.put32(offset, k_telling[random() % std::size(k_telling)]);
      } else {
        test.bytes[offset] = static_cast<std::byte>(random() & 0xFF);
      }
    }
    if (random() % 8 == 0) {
      test.bytes.resize(random() % test.bytes.size());
    }
    check_bounded(test);
    if (round % 50 == 0) {
      const auto result = try_read(test.bytes);
      if (const auto* image = std::get_if<Image>(&result)) {
        CHECK_NOTHROW(to_json(*image).dump());
      }
    }
  }
}

TEST_CASE("every 32-bit word set to its extremes") {
  const TestImage sound;
  for (std::size_t offset = 0; offset + 4 <= sound.bytes.size(); offset += 2) {
    for (const std::uint32_t value : {0U, 0xffffffffU, 0x2000U}) {
      CAPTURE(offset, value);
      TestImage test = sound;
      test.put32(offset, value);
      check_bounded(test);
    }
  }
}

TEST_CASE("descriptors that share one large table spend the budget, not the machine") {
  TestImage test;
  // 3000 descriptors, each with the same 8000 imports by ordinal: 24 million entries in a file of 140 KB.
  test.bytes.resize(0x400 + 0x20000);
  test.put32(test.optional(56), 0x22000);
  test.put32(test.section(1) + 8, 0x20000);
  test.put32(test.section(1) + 16, 0x20000);
  test.put32(test.directory(Directory::Import), 0x3000);
  for (std::size_t number = 0; number < 3000; ++number) {
    const std::size_t descriptor = TestImage::data(0x1000) + 20 * number;
    test.put32(descriptor, 0x12000);
    test.put32(descriptor + 12, 0x20C0);
    test.put32(descriptor + 16, 0x12000);
  }
  for (std::size_t number = 0; number < 8000; ++number) {
    test.put64(TestImage::data(0x10000) + 8 * number, 0x8000000000000001);
  }
  CHECK(anomalies_of(test) == "0x0: the tables refer to more data than the file holds; the rest is not read");
  check_bounded(test);
}

TEST_CASE("a virtual size of gigabytes costs nothing") {
  TestImage test;
  test.put32(test.section(1) + 8, 0xf0000000);
  test.put32(test.optional(56), 0xf0002000);
  test.put32(TestImage::data(TestImage::k_exports) + 20, 0xffffffff);
  test.put32(TestImage::data(TestImage::k_exports) + 24, 0xffffffff);
  check_bounded(test);
}

TEST_CASE("resource directories that all lead to each other") {
  TestImage test;
  const std::size_t root = TestImage::data(TestImage::k_resources);
  test.put16(root + 14, 300);
  for (std::size_t number = 0; number < 300; ++number) {
    test.put32(root + 16 + 8 * number, 16);
    test.put32(root + 20 + 8 * number, 0x80000000);
  }
  check_bounded(test);
  CHECK(anomalies_of(test).find("more anomalies, not listed") != std::string::npos);
}

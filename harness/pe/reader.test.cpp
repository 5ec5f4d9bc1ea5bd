// SPDX-License-Identifier: MIT
#include "harness/pe/reader.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/pe/test_image.hpp"
#include "harness/util/error.hpp"

using namespace dllrepro::pe;

TEST_CASE("a sound image is read without an anomaly, PE32 and PE32+ alike") {
  for (const bool plus : {true, false}) {
    CAPTURE(plus);
    const Image image = read(TestImage(plus).bytes);
    for (const Anomaly& anomaly : image.anomalies) {
      UNSCOPED_INFO(anomaly.message);
    }
    CHECK(image.anomalies.empty());
    CHECK(image.is_pe32_plus() == plus);
    CHECK(image.imports.size() == 2);
    CHECK(image.exports.has_value());
  }
}

TEST_CASE("a fault names the file and the offset") {
  TestImage image;
  image.put32(0x80, 0xdeadbeef);
  try {
    read(image.bytes, "x/y.dll");
    FAIL("read an image without a PE signature");
  } catch (const dllrepro::BadInput& bad) {
    CHECK(std::string(bad.what()) == "x/y.dll: not a PE image: no PE signature: 0xdeadbeef (at offset 0x80)");
  }
}

TEST_CASE("a file that is not there and a folder are bad input") {
  CHECK_THROWS_AS(read_file("harness/pe/no such file.dll"), dllrepro::BadInput);
  CHECK_THROWS_AS(read_file("harness/pe"), dllrepro::BadInput);
}

TEST_CASE("a file on disk reads as its bytes do") {
  const auto bytes = read_bytes("harness/pe/reader.hpp");
  CHECK(bytes.size() == std::filesystem::file_size("harness/pe/reader.hpp"));
  CHECK_THROWS_AS(read_file("harness/pe/reader.hpp"), dllrepro::BadInput);
}

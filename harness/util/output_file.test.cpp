// SPDX-License-Identifier: MIT
#include "harness/util/output_file.hpp"

#include <array>

#include <catch2/catch_test_macros.hpp>

#include "harness/util/error.hpp"
#include "harness/util/temporary_folder.hpp"

using namespace dllrepro;

TEST_CASE("a file is written as it is, in place of what was there") {
  const TemporaryFolder folder;
  const auto file = folder.write("x", "a longer text");
  write_file(file, std::string_view("a\r\n\0b", 5));
  CHECK(folder.read("x") == std::string("a\r\n\0b", 5));
  constexpr std::array k_bytes{std::byte{0xFF}, std::byte{0}};
  write_file(file, k_bytes);
  CHECK(folder.read("x") == std::string("\xFF\0", 2));
}

TEST_CASE("a file that can't be written is told with its path and the system's reason") {
  const TemporaryFolder folder;
  try {
    write_file(folder.path() / "missing" / "x", "text");
    FAIL_CHECK("it was written into a folder that is not there");
  } catch (const EnvironmentFailure& failure) {
    const std::string told = failure.what();
    CHECK(told.find("missing") != std::string::npos);
    CHECK(told.find("No such file or directory") != std::string::npos);
  }
}

#ifdef __linux__
TEST_CASE("a full disk is a failure") {
  CHECK_THROWS_AS(write_file("/dev/full", "text"), EnvironmentFailure);
  CHECK(std::filesystem::exists("/dev/full"));
}
#endif

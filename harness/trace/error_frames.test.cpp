// SPDX-License-Identifier: MIT
#include "harness/trace/error_frames.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro::trace;

TEST_CASE("Frames carry any bytes, and each is one line") {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) {
    all += static_cast<char>(byte);
  }
  for (const std::string& bytes : {std::string(), std::string("\n\n\\n\\"), all, std::string(k_frame_bytes, '\\')}) {
    std::string frame = frame_of(bytes);
    REQUIRE(frame.back() == '\n');
    frame.pop_back();
    CHECK(frame.find('\n') == std::string::npos);
    CHECK(is_frame(frame));
    CHECK(bytes_of_frame(frame) == bytes);
    CHECK(frame.size() + 1 <= 4096);
  }
  CHECK_FALSE(is_frame(""));
  CHECK_FALSE(is_frame("dllrepro: failed"));
}

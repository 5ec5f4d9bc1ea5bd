// SPDX-License-Identifier: MIT
#include "harness/process/capture.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro::process;

namespace {

constexpr std::size_t k_kept = BoundedCapture::k_head_bytes + BoundedCapture::k_tail_bytes;

/// A text in which every place can be told from its neighbours.
std::string numbered(std::size_t bytes) {
  std::string text;
  for (std::size_t number = 0; text.size() < bytes; ++number) {
    text += std::to_string(number) + " ";
  }
  text.resize(bytes);
  return text;
}

CapturedText capture_in_chunks(const std::string& text, std::size_t chunk) {
  BoundedCapture capture;
  for (std::size_t at = 0; at < text.size(); at += chunk) {
    capture.append(std::string_view(text).substr(at, chunk));
  }
  return capture.text();
}

}  // namespace

TEST_CASE("a stream that fits is kept whole, however it is cut") {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, BoundedCapture::k_head_bytes, k_kept}) {
    const std::string text = numbered(size);
    for (const std::size_t chunk : {std::size_t{1000}, std::size_t{65536}, std::size_t{1} << 20}) {
      const CapturedText captured = capture_in_chunks(text, chunk);
      CHECK(captured.total_bytes == size);
      CHECK(captured.text() == text);
      CHECK(captured.head.size() + captured.tail.size() == size);
    }
  }
}

TEST_CASE("of a longer stream the first and the last bytes are kept, in order") {
  const std::string text = numbered(k_kept + 12345);
  for (const std::size_t chunk : {std::size_t{1}, std::size_t{777}, std::size_t{65536}, std::size_t{1} << 20}) {
    const CapturedText captured = capture_in_chunks(text, chunk);
    CHECK(captured.total_bytes == text.size());
    CHECK(captured.head == text.substr(0, BoundedCapture::k_head_bytes));
    CHECK(captured.tail == text.substr(text.size() - BoundedCapture::k_tail_bytes));
  }
}

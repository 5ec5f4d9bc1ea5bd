// SPDX-License-Identifier: MIT
#include "harness/probe/pipe.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro::probe;

TEST_CASE("a full pipe is emptied piece by piece, so that whoever drains it comes back") {
  constexpr DWORD k_size = 4U << 20U;
  Pipe pipe;
  REQUIRE(pipe.open(k_size, false));
  const std::string much(3U << 20U, 'x');
  DWORD written = 0;
  REQUIRE(WriteFile(pipe.write.get(), much.data(), static_cast<DWORD>(much.size()), &written, nullptr));
  REQUIRE(written == much.size());

  std::string output;
  drain(pipe.read.get(), output);
  CHECK(output.size() >= k_most_at_once);
  CHECK(output.size() < 2 * k_most_at_once);
  for (std::size_t times = 0; times < much.size() / k_most_at_once; ++times) {
    drain(pipe.read.get(), output);
  }
  CHECK(output.size() == k_most_output);
  DWORD left = 1;
  REQUIRE(PeekNamedPipe(pipe.read.get(), nullptr, 0, nullptr, &left, nullptr));
  CHECK(left == 0);
}

TEST_CASE("an empty pipe and one without a writer give nothing, at once") {
  Pipe pipe;
  REQUIRE(pipe.open(0, false));
  std::string output;
  drain(pipe.read.get(), output);
  pipe.write.close();
  drain(pipe.read.get(), output);
  CHECK(output.empty());
}

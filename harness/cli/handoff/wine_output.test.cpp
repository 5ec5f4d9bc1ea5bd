// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/wine_output.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <catch2/catch_test_macros.hpp>

#include "harness/trace/error_frames.hpp"

using dllrepro::cli::handoff::WineOutput;

namespace {

constexpr const char* k_line = R"(1.002:0108:010c:trace:module:load_dll looking for L"kernel32.dll" in (null))";

}  // namespace

TEST_CASE("What is Wine's, the traced program's and the tracer's is told apart, however it arrives") {
  using dllrepro::trace::frame_of;
  const std::string stream = fmt::format("{0}\n{1}{0}\n{2}wine: Unhandled page fault at 0\ndllrepro: hello\nleft over",
                                         k_line, frame_of("no newline yet"), frame_of(", now\n"));
  for (std::size_t piece = 1; piece <= stream.size(); piece += 7) {
    CAPTURE(piece);
    std::vector<std::string> lines;
    WineOutput output([&](std::string_view line) { lines.emplace_back(line); });
    std::string passed;
    for (std::size_t at = 0; at < stream.size(); at += piece) {
      passed += output.take(std::string_view(stream).substr(at, piece));
    }
    passed += output.rest();
    CHECK(passed == "no newline yet, now\ndllrepro: hello\nleft over");
    CHECK(lines == std::vector<std::string>{k_line, k_line});
    CHECK(output.rest().empty());
  }
}

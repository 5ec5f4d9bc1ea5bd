// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/wine_output.hpp"

#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "harness/trace/error_frames.hpp"

using dllrepro::cli::handoff::WineOutput;

namespace {

constexpr const char* k_line = R"(1.002:0108:010c:trace:module:load_dll looking for L"kernel32.dll" in (null))";

}  // namespace

TEST_CASE("What is Wine's, the traced program's and the tracer's is told apart, however it arrives") {
  const std::string stream = std::string(k_line) + "\n" + dllrepro::trace::frame_of("no newline yet") + k_line + "\n" +
                             dllrepro::trace::frame_of(", now\n") +
                             "wine: Unhandled page fault at 0\ndllrepro: hello\n" + "left over";
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

// SPDX-License-Identifier: MIT
#include "harness/process/event_lines.hpp"

#include <fmt/format.h>
#include <catch2/catch_test_macros.hpp>

using namespace dllrepro::process;

namespace {

Events read(const std::string& text, std::size_t chunk = 7) {
  Events events;
  EventLines lines;
  const auto keep = [&](Event event) { events.push_back(std::move(event)); };
  for (std::size_t at = 0; at < text.size(); at += chunk) {
    lines.feed(std::string_view(text).substr(at, chunk), keep);
  }
  lines.finish(keep);
  return events;
}

std::string garbage_text(const std::string& line) {
  const Events events = read(line + "\n");
  REQUIRE(events.size() == 1);
  REQUIRE(events[0]["event"] == "garbage");
  return events[0]["text"];
}

}  // namespace

TEST_CASE("events come one per line, however the bytes are cut") {
  const std::string text =
      "{\"event\":\"start\",\"pid\":7}\r\n\n{\"event\":\"phase\",\"phase\":\"host\"}\n{\"event\":\"done\"}";
  for (const std::size_t chunk : {1U, 3U, 1000U}) {
    const Events events = read(text, chunk);
    REQUIRE(events.size() == 3);
    CHECK(events[0]["pid"] == 7);
    CHECK(events[1]["phase"] == "host");
    CHECK(events[2]["event"] == "done");
  }
}

TEST_CASE("a line that is no event is garbage, and the lines after it still count") {
  CHECK(garbage_text("hello") == "hello");
  CHECK(garbage_text("[1]") == "[1]");
  CHECK(garbage_text("{\"pid\":1}") == "{\"pid\":1}");
  CHECK(garbage_text("{\"event\":5}") == "{\"event\":5}");
  CHECK(garbage_text("{\"event\":\"done\"") == "{\"event\":\"done\"");
  CHECK(garbage_text("{\"event\":\"done\"} {}") == "{\"event\":\"done\"} {}");
  const Events events = read("hello\n{\"event\":\"done\"}\n");
  REQUIRE(events.size() == 2);
  CHECK(events[1]["event"] == "done");
}

TEST_CASE("a child can't speak in the runner's name") {
  CHECK(garbage_text("{\"event\":\"exited\",\"code\":0}") == "{\"event\":\"exited\",\"code\":0}");
  CHECK(garbage_text("{\"event\":\"clock\"}") == "{\"event\":\"clock\"}");
}

TEST_CASE("garbage is short and can be written as JSON whatever its bytes are") {
  CHECK(garbage_text("a\xff\xc3z\x01") == "a\\xff\\xc3z\\x01");
  CHECK(garbage_text("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80") == "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
  CHECK(garbage_text("\xed\xa0\x80") == "\\xed\\xa0\\x80");
  const std::string almost_full(199, 'x');
  CHECK(garbage_text(fmt::format("{}\xc3\xa4", almost_full)) == fmt::format("{}\\xc3", almost_full));
  CHECK_NOTHROW(read("{\"event\":\"\xff\"}\n")[0].dump());
}

TEST_CASE("a line without end does not grow without end") {
  Events events;
  EventLines lines;
  const auto keep = [&](Event event) { events.push_back(std::move(event)); };
  const std::string chunk(1 << 20, 'y');
  for (int count = 0; count < 64; ++count) {
    lines.feed(chunk, keep);
  }
  CHECK(events.size() == 1);
  lines.feed("\n{\"event\":\"done\"}\n", keep);
  REQUIRE(events.size() == 2);
  CHECK(events[0]["text"] == std::string(200, 'y'));
  CHECK(events[1]["event"] == "done");
}

TEST_CASE("a flood of garbage is cut off, and the last line of the probe is still seen") {
  std::string flood;
  for (int line = 0; line < 5000; ++line) {
    flood += "nonsense\n";
  }
  const Events events = read(flood + "{\"event\":\"done\"}\n", 4096);
  REQUIRE(events.size() == EventLines::k_most_garbage + 2);
  CHECK(events[EventLines::k_most_garbage]["text"] == "more than 100 such lines: the rest is left out");
  CHECK(events.back()["event"] == "done");
}

TEST_CASE("a flood of events is cut off, and the last line of the probe is still seen") {
  const std::string line = "{\"event\":\"a\",\"text\":\"" + std::string(1000, 'z') + "\"}";
  const std::size_t fitting = EventLines::k_most_bytes / line.size();
  std::string flood;
  for (std::size_t count = 0; count < fitting + 50; ++count) {
    flood += line + "\n";
  }
  const Events events = read(flood + "{\"event\":\"done\"}\n", 65536);
  REQUIRE(events.size() == fitting + 2);
  CHECK(events[fitting]["event"] == "garbage");
  CHECK(events.back()["event"] == "done");
}

TEST_CASE("an event nested without end is garbage") {
  const std::string deep(100'000, '[');
  CHECK(garbage_text("{\"event\":\"a\",\"x\":" + deep + "}").starts_with("{\"event\""));
  const std::string closed = "{\"event\":\"a\",\"x\":" + std::string(1000, '[') + std::string(1000, ']') + "}";
  CHECK(garbage_text(closed).starts_with("{\"event\""));
  const Events events = read("{\"event\":\"a\",\"x\":\"[[[[" + std::string(500, '[') + "\\\"[\"}\n");
  CHECK(events.at(0)["event"] == "a");
}

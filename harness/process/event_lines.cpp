// SPDX-License-Identifier: MIT
#include "harness/process/event_lines.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace dllrepro::process {

namespace {

/// Kinds that the runner writes; a child that sends one would be speaking about itself in the runner's name.
constexpr std::array<std::string_view, 7> k_kinds_of_runner{"spawned", "spawn_retry", "garbage", "pipe_closed",
                                                            "clock",   "exited",      "survivor"};

/// How deep arrays and objects lie in each other. The library prints values by recursion, so this must have a bound.
std::size_t nesting(std::string_view json) {
  std::size_t depth = 0;
  std::size_t deepest = 0;
  bool quoted = false;
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char letter = json[at];
    if (quoted && letter == '\\') {
      ++at;
    } else if (letter == '"') {
      quoted = !quoted;
    } else if (!quoted && (letter == '[' || letter == '{')) {
      deepest = std::max(deepest, ++depth);
    } else if (!quoted && depth > 0 && (letter == ']' || letter == '}')) {
      --depth;
    }
  }
  return deepest;
}

bool is_event(const Event& value) {
  if (!value.is_object()) {
    return false;
  }
  const auto kind = value.find("event");
  if (kind == value.end() || !kind->is_string()) {
    return false;
  }
  return std::ranges::find(k_kinds_of_runner, kind->get_ref<const std::string&>()) == k_kinds_of_runner.end();
}

/// How many bytes the UTF-8 sequence at the start of `text` has, 0 when it is none (table 3-7 of the Unicode standard).
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U; };
  const auto continues = [&](std::size_t at, unsigned low = 0x80, unsigned high = 0xBF) {
    return byte(at) >= low && byte(at) <= high;
  };
  const unsigned first = byte(0);
  if (first < 0x80) {
    return 1;
  }
  if (first >= 0xC2 && first <= 0xDF) {
    return continues(1) ? 2 : 0;
  }
  if (first >= 0xE0 && first <= 0xEF) {
    const bool second = continues(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF);
    return second && continues(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool second = continues(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF);
    return second && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const auto byte = static_cast<unsigned char>(text[0]);
    if (length == 0 || byte < 0x20 || byte == 0x7F) {
      result += fmt::format("\\x{:02x}", byte);
      text.remove_prefix(1);
    } else {
      result.append(text.substr(0, length));
      text.remove_prefix(length);
    }
  }
  return result;
}

}  // namespace

void EventLines::feed(std::string_view bytes, const Sink& sink) {
  while (!bytes.empty()) {
    const std::size_t newline = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, newline);
    bytes.remove_prefix(newline == std::string_view::npos ? bytes.size() : newline + 1);
    if (newline == std::string_view::npos) {
      if (!m_skipping) {
        m_partial.append(piece);
      }
    } else if (m_skipping) {
      m_skipping = false;
    } else if (m_partial.empty()) {
      take_line(piece, sink);
    } else {
      m_partial.append(piece);
      take_line(std::exchange(m_partial, {}), sink);
    }
    if (m_partial.size() > k_longest_line) {
      take_garbage(m_partial, sink);
      m_partial.clear();
      m_skipping = true;
    }
  }
}

void EventLines::finish(const Sink& sink) {
  if (!m_partial.empty()) {
    take_line(std::exchange(m_partial, {}), sink);
  }
}

void EventLines::take_line(std::string_view line, const Sink& sink) {
  if (line.ends_with('\r')) {
    line.remove_suffix(1);
  }
  if (line.empty()) {
    return;
  }
  Event event = nesting(line) <= k_deepest ? Event::parse(line, nullptr, false) : Event();
  if (!is_event(event)) {
    take_garbage(line, sink);
    return;
  }
  // Without its last line a flood would look like a child that ended in the middle.
  const bool had_room = m_bytes <= k_most_bytes;
  m_bytes += line.size();
  if (m_bytes <= k_most_bytes || event["event"] == "done") {
    sink(std::move(event));
  } else if (had_room) {
    sink({{"event", "garbage"},
          {"text", fmt::format("more than {} bytes of events: the rest is left out", k_most_bytes)}});
  }
}

void EventLines::take_garbage(std::string_view line, const Sink& sink) {
  ++m_garbage;
  if (m_garbage <= k_most_garbage) {
    sink({{"event", "garbage"}, {"text", printable(line.substr(0, k_garbage_text))}});
  } else if (m_garbage == k_most_garbage + 1) {
    sink(
        {{"event", "garbage"}, {"text", fmt::format("more than {} such lines: the rest is left out", k_most_garbage)}});
  }
}

}  // namespace dllrepro::process

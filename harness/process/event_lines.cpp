// SPDX-License-Identifier: MIT
#include "harness/process/event_lines.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "harness/util/utf8.hpp"

namespace dllrepro::process {

namespace {

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
  // A child that sends one of the runner's would be speaking about itself in the runner's name.
  return !is_kind_of_runner(kind->get_ref<const std::string&>());
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

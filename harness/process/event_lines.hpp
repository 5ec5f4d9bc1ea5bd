// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "harness/process/event.hpp"

namespace dllrepro::process {

/// Turns the bytes of the event pipe into events: one JSON object with a text "event" per line, `\n` or `\r\n` between.
///
/// The child is not trusted. A line that is no event, that is too long, or that claims to be an event which only the
/// runner may write becomes {"event": "garbage", "text": its first 200 bytes}, with bytes that are no UTF-8 and control
/// characters written as \xNN. Memory is bounded: a line by k_longest_line, all events together by k_most_bytes of
/// text, their nesting by k_deepest, garbage by k_most_garbage lines; what comes after is dropped, and one last garbage
/// event says so. `done` is never dropped.
class EventLines {
 public:
  static constexpr std::size_t k_longest_line = std::size_t{1} << 20;
  static constexpr std::size_t k_most_bytes = std::size_t{8} << 20;
  static constexpr std::size_t k_deepest = 64;
  static constexpr std::size_t k_most_garbage = 100;
  static constexpr std::size_t k_garbage_text = 200;

  using Sink = std::function<void(Event)>;

  /// Takes the next bytes and hands each event that is now complete to `sink`.
  void feed(std::string_view bytes, const Sink& sink);

  /// Says that no byte will follow; a last line without its newline is judged as it is.
  void finish(const Sink& sink);

 private:
  void take_line(std::string_view line, const Sink& sink);
  void take_garbage(std::string_view line, const Sink& sink);

  std::string m_partial;
  bool m_skipping = false;  ///< inside a line that is too long, already reported
  std::size_t m_bytes = 0;
  std::size_t m_garbage = 0;
};

}  // namespace dllrepro::process

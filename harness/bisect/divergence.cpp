// SPDX-License-Identifier: MIT
#include "harness/bisect/divergence.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "harness/run/event_fields.hpp"
#include "harness/run/event_text.hpp"

namespace dllrepro::bisect {

namespace {

using run::kind_of;
using run::number_in;
using run::text_in;

/// An operation that failed, by the system's function where it called one: `LoadLibraryExW: error 126 (...)`.
std::string line_of_failure(const process::Event& end, const std::string& operation) {
  const std::string_view call = text_in(end, "call");
  return fmt::format("{}: {}", call.empty() ? operation : call, run::text_of_result(end));
}

/// One line for a telling event, "" for any other.
std::string line_of(const process::Event& event, const std::string& operation) {
  constexpr std::array<std::string_view, 6> k_telling{"phase", "load", "unload", "unsatisfied", "raised", "exited"};
  const std::string_view kind = kind_of(event);
  if (std::find(k_telling.begin(), k_telling.end(), kind) != k_telling.end()) {
    return run::text_of_event(event);
  }
  if (kind == "end" && text_in(event, "result") == "error") {
    return line_of_failure(event, operation);
  }
  if (kind == "warning") {
    return fmt::format("warning: {}", text_in(event, "message"));
  }
  return kind == "clock" ? fmt::format("killed by the {} clock", text_in(event, "clock")) : "";
}

struct Told {
  std::string line;
  std::size_t event = 0;
};

std::vector<Told> told_by(const process::Events& events) {
  std::vector<Told> told;
  std::map<std::uint64_t, std::string> operations;  // by step; `end` does not name its own
  for (std::size_t index = 0; index < events.size(); ++index) {
    const process::Event& event = events[index];
    std::string& operation = operations[number_in(event, "step")];
    if (kind_of(event) == "begin") {
      operation = text_in(event, "op");
    }
    if (std::string line = line_of(event, operation); !line.empty()) {
      told.push_back({std::move(line), index});
    }
  }
  return told;
}

}  // namespace

Divergence first_divergence(const process::Events& good, const process::Events& bad) {
  const std::vector<Told> one = told_by(good);
  const std::vector<Told> other = told_by(bad);
  const Told nothing;
  for (std::size_t index = 0; index < one.size() || index < other.size(); ++index) {
    const Told& left = index < one.size() ? one[index] : nothing;
    const Told& right = index < other.size() ? other[index] : nothing;
    if (left.line != right.line) {
      return {left.line, right.line, left.event, right.event};
    }
  }
  return {};
}

}  // namespace dllrepro::bisect

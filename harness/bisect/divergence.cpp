// SPDX-License-Identifier: MIT
#include "harness/bisect/divergence.hpp"

#include <fmt/format.h>

#include "harness/run/event_fields.hpp"

namespace dllrepro::bisect {

namespace {

using run::kind_of;
using run::number_in;
using run::text_in;

/// One line for a telling event, "" for any other.
std::string line_of(const process::Event& event) {
  const std::string_view kind = kind_of(event);
  if (kind == "phase") {
    return fmt::format("phase {}", text_in(event, "phase"));
  }
  if (kind == "load" || kind == "unload") {
    return fmt::format("{} {}", kind, text_in(event, "module"));
  }
  if (kind == "end" && text_in(event, "result") == "error") {
    return fmt::format("{} fails with {}", text_in(event, "call"), number_in(event, "error"));
  }
  if (kind == "unsatisfied") {
    return fmt::format("unsatisfied import of {} from {}", text_in(event, "module"), text_in(event, "from"));
  }
  if (kind == "raised") {
    const std::string_view module = text_in(event, "module");
    return fmt::format("raised {} {}{}{}", text_in(event, "type"), number_in(event, "error"),
                       module.empty() ? "" : " of ", module);
  }
  if (kind == "warning") {
    return fmt::format("warning: {}", text_in(event, "message"));
  }
  if (kind == "clock") {
    return fmt::format("killed by the {} clock", text_in(event, "clock"));
  }
  if (kind == "exited") {
    return fmt::format("exited with {}", number_in(event, "code"));
  }
  return {};
}

struct Told {
  std::string line;
  std::size_t event = 0;
};

std::vector<Told> told_by(const process::Events& events) {
  std::vector<Told> told;
  for (std::size_t index = 0; index < events.size(); ++index) {
    if (std::string line = line_of(events[index]); !line.empty()) {
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

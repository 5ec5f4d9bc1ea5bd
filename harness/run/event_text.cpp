// SPDX-License-Identifier: MIT
#include "harness/run/event_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "harness/run/cell_result.hpp"
#include "harness/run/code_names.hpp"
#include "harness/run/event_fields.hpp"

namespace dllrepro::run {
namespace {

/// A member as it stands, without quotation marks around a text.
std::string value_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : dump_safely(value);
}

std::string text_of_raised(const process::Event& event) {
  const auto error = static_cast<std::uint32_t>(number_in(event, "error"));
  return fmt::format(
      "raised {}{}{} in {}", text_in(event, "type"), error == 0 ? "" : fmt::format(" {}", describe_error(error)),
      text_in(event, "module").empty() ? "" : fmt::format(" of {}", text_in(event, "module")), text_in(event, "phase"));
}

std::string text_of_unsatisfied(const process::Event& event) {
  const std::string_view symbol = text_in(event, "symbol");
  return fmt::format("unsatisfied import of {} from {} in {}",
                     symbol.empty() ? fmt::format("#{}", number_in(event, "ordinal")) : symbol, text_in(event, "from"),
                     text_in(event, "module"));
}

}  // namespace

std::string text_of_event(const process::Event& event) {
  const std::string_view kind = kind_of(event);
  if (kind == "phase") {
    return fmt::format("phase {}", text_in(event, "phase"));
  }
  if (kind == "begin") {
    return fmt::format("begin of step {}: {} {} at {}", number_in(event, "step"), text_in(event, "op"),
                       text_in(event, "text"), text_in(event, "pointer"));
  }
  if (kind == "end") {
    return fmt::format("end of step {}: {}", number_in(event, "step"), text_of_result(event));
  }
  if (kind == "raised") {
    return text_of_raised(event);
  }
  if (kind == "load" || kind == "unload") {
    return fmt::format("{} {}", kind, text_in(event, "module"));
  }
  if (kind == "unsatisfied") {
    return text_of_unsatisfied(event);
  }
  if (kind == "exited") {
    const auto code = static_cast<std::uint32_t>(number_in(event, "code"));
    return fmt::format("the process ended with {}", code > 0xFFFFU ? describe_status(code) : std::to_string(code));
  }
  if (kind == "state") {
    return fmt::format("state at the end: {} modules", texts_in(event, "modules").size());
  }
  std::string text(kind);
  for (const auto& [key, value] : event.items()) {
    constexpr std::array<std::string_view, 5> k_noise{"event", "at", "base", "size", "modules"};
    if (std::find(k_noise.begin(), k_noise.end(), key) == k_noise.end()) {
      text += fmt::format(" {}={}", key, value_of(value));
    }
  }
  return text;
}

std::string text_of_result(const process::Event& end) {
  std::string text(text_in(end, "result"));
  if (const std::uint64_t error = number_in(end, "error"); error != 0) {
    text += fmt::format(" {}", describe_error(static_cast<std::uint32_t>(error)));
  }
  if (const auto value = end.find("value"); value != end.end()) {
    text += fmt::format(" {}", value_of(*value));
  }
  if (const std::string_view module = text_in(end, "module"); !module.empty()) {
    text += fmt::format(" of {}", module);
  }
  return text;
}

}  // namespace dllrepro::run

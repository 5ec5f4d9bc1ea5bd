// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include "harness/run/compare.hpp"
#include "harness/run/event_fields.hpp"
#include "harness/run/notation.hpp"
#include "harness/util/ascii.hpp"

namespace dllrepro::run {
namespace {

constexpr const char* k_no_state = "unknown: the process ended before its program did";

std::string shown_value(const Json& value) {
  return dump_safely(value);
}

/// Texts that are paths compare as paths; all else as JSON does, numbers by their value.
bool same_value(const Json& expected, const Json& observed) {
  if (expected == observed) {
    return true;
  }
  if (expected.is_array() && observed.is_array()) {
    return std::equal(expected.begin(), expected.end(), observed.begin(), observed.end(), same_value);
  }
  return expected.is_string() && observed.is_string() &&
         observed.get_ref<const std::string&>().find('/') != std::string::npos &&
         same_path(expected.get_ref<const std::string&>(), observed.get_ref<const std::string&>());
}

void compare_returned(const scenario::Expectation& expectation, const Observation& observation,
                      std::vector<Mismatch>& mismatches) {
  std::size_t event = observation.outcome.event;
  const process::Event* state = last_state(observation.events, &event);
  for (const auto& [name, wanted] : expectation.returned) {
    const std::string what = fmt::format("returned {}", name);
    if (state == nullptr || !state->contains("results")) {
      mismatches.push_back({what, shown_value(wanted), k_no_state, event});
      continue;
    }
    const Json& results = state->at("results");
    const auto found = results.find(name);
    if (found == results.end()) {
      mismatches.push_back({what, shown_value(wanted), "nothing of that name was remembered", event});
    } else if (!same_value(wanted, *found)) {
      mismatches.push_back({what, shown_value(wanted), shown_value(*found), event});
    }
  }
}

/// Windows' variable names are not case-sensitive.
const Json* variable_in(const Json& environment, const std::string& name) {
  for (const auto& [key, value] : environment.items()) {
    if (ascii_equal_ignoring_case(key, name)) {
      return &value;
    }
  }
  return nullptr;
}

/// Values hold tree paths by now, whose one spelling leaves {site}/ off.
scenario::TextExpectation without_site(scenario::TextExpectation expectation) {
  const auto strip = [](std::string& text) {
    constexpr std::string_view k_site = "{site}/";
    for (std::size_t at = text.find(k_site); at != std::string::npos; at = text.find(k_site, at)) {
      text.erase(at, k_site.size());
    }
  };
  std::for_each(expectation.contains.begin(), expectation.contains.end(), strip);
  std::for_each(expectation.absent.begin(), expectation.absent.end(), strip);
  if (expectation.equals) {
    strip(*expectation.equals);
  }
  return expectation;
}

void compare_environment(const scenario::Expectation& expectation, const Observation& observation,
                         std::vector<Mismatch>& mismatches) {
  std::size_t event = observation.outcome.event;
  const process::Event* state = last_state(observation.events, &event);
  for (const auto& [name, wanted] : expectation.environment) {
    const std::string what = fmt::format("environment {}", name);
    const Json* value =
        state == nullptr || !state->contains("environment") ? nullptr : variable_in(state->at("environment"), name);
    const std::string text = value != nullptr && value->is_string() ? value->get<std::string>() : "";
    for (TextFault& fault : text_faults(without_site(wanted), text)) {
      mismatches.push_back({what, std::move(fault.expected),
                            state == nullptr   ? k_no_state
                            : value == nullptr ? "not set"
                                               : std::move(fault.observed),
                            event});
    }
  }
}

bool is_import(const Json& wanted, const process::Event& event) {
  if (kind_of(event) != "unsatisfied") {
    return false;
  }
  const auto names = [&](const char* key) {
    return !wanted.contains(key) || same_path(text_in(wanted, key), text_in(event, key)) ||
           same_path(text_in(wanted, key), base_name(text_in(event, key)));
  };
  return names("module") && names("from") &&
         (!wanted.contains("symbol") || text_in(wanted, "symbol") == text_in(event, "symbol")) &&
         (!wanted.contains("ordinal") || number_in(wanted, "ordinal") == number_in(event, "ordinal"));
}

void compare_unsatisfied(const Json& wanted, const Observation& observation, std::vector<Mismatch>& mismatches) {
  const process::Events& events = observation.events;
  const auto any = std::find_if(events.begin(), events.end(),
                                [](const process::Event& event) { return kind_of(event) == "unsatisfied"; });
  const std::size_t first = any == events.end() ? k_no_event : static_cast<std::size_t>(any - events.begin());
  if (wanted.empty() && first != k_no_event) {
    mismatches.push_back({"unsatisfied", "none", shown_value(events[first]), first});
  }
  for (const Json& import : wanted) {
    if (std::none_of(events.begin(), events.end(),
                     [&](const process::Event& event) { return is_import(import, event); })) {
      mismatches.push_back({"unsatisfied", shown_value(import),
                            first == k_no_event ? "none" : shown_value(events[first]),
                            first == k_no_event ? observation.outcome.event : first});
    }
  }
}

void compare_survivors(const scenario::Expectation& expectation, const Observation& observation,
                       std::vector<Mismatch>& mismatches) {
  std::vector<std::string> wanted = expectation.survivors;
  for (std::size_t index = 0; index < observation.events.size(); ++index) {
    const process::Event& event = observation.events[index];
    if (kind_of(event) != "survivor") {
      continue;
    }
    const std::string name(base_name(text_in(event, "exe")));
    const auto known = std::find_if(wanted.begin(), wanted.end(),
                                    [&](const std::string& expected) { return same_path(base_name(expected), name); });
    if (known != wanted.end()) {
      wanted.erase(known);
    } else {
      mismatches.push_back({"survivors", "none but those expected",
                            fmt::format("{} (process {}) outlived the child", name, number_in(event, "pid")), index});
    }
  }
  for (const std::string& missing : wanted) {
    mismatches.push_back({"survivors", missing, "no such process was left", observation.outcome.event});
  }
}

}  // namespace

void compare_state(const scenario::Expectation& expectation, const Observation& observation,
                   std::vector<Mismatch>& mismatches) {
  compare_returned(expectation, observation, mismatches);
  compare_environment(expectation, observation, mismatches);
  if (expectation.unsatisfied) {
    compare_unsatisfied(*expectation.unsatisfied, observation, mismatches);
  }
  compare_survivors(expectation, observation, mismatches);
}

}  // namespace dllrepro::run

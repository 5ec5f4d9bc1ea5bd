// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include "harness/run/compare.hpp"
#include "harness/run/event_fields.hpp"
#include "harness/run/notation.hpp"

namespace dllrepro::run {
namespace {

bool is_base_name(std::string_view path) {
  return path.find_first_of("/{") == std::string_view::npos;
}

/// `not_resident` and `load_order` take a base name for a module from anywhere.
bool names_module(const std::string& wanted, std::string_view module) {
  return same_path(wanted, module) || (is_base_name(wanted) && same_path(wanted, base_name(module)));
}

template <class Predicate>
std::size_t find_event(const process::Events& events, std::string_view kind, Predicate&& holds) {
  for (std::size_t index = 0; index < events.size(); ++index) {
    if (kind_of(events[index]) == kind && holds(events[index])) {
      return index;
    }
  }
  return k_no_event;
}

/// Says what became of a module that should be resident and is not: the event nearest to an explanation, in words.
Mismatch explain_absence(const std::string& wanted, const Observation& observation,
                         const std::vector<std::string>& resident) {
  const process::Events& events = observation.events;
  const auto is_wanted = [&](const process::Event& event) { return same_path(wanted, text_in(event, "module")); };
  const auto is_namesake = [&](const process::Event& event) {
    return same_path(base_name(wanted), base_name(text_in(event, "module")));
  };
  if (const std::size_t index = find_event(events, "unload", is_wanted); index != k_no_event) {
    return {"resident", wanted, "unloaded before the end", index};
  }
  const auto namesake = std::find_if(resident.begin(), resident.end(), [&](const std::string& module) {
    return same_path(base_name(wanted), base_name(module));
  });
  if (namesake != resident.end()) {
    return {"resident", wanted, fmt::format("loaded from {} instead", *namesake),
            find_event(events, "load", is_namesake)};
  }
  const std::size_t failed = find_event(events, "end", [&](const process::Event& event) {
    return text_in(event, "result") == "error" && is_namesake(event);
  });
  return {"resident", wanted, "not loaded", failed == k_no_event ? observation.outcome.event : failed};
}

void compare_load_order(const std::vector<std::string>& wanted, const Observation& observation,
                        std::vector<Mismatch>& mismatches) {
  const process::Events& events = observation.events;
  std::size_t next = 0;
  std::vector<std::string> loaded;
  for (std::size_t index = 0; index < events.size() && next < wanted.size(); ++index) {
    if (kind_of(events[index]) != "load") {
      continue;
    }
    const std::string module(text_in(events[index], "module"));
    if (names_module(wanted[next], module)) {
      ++next;
    } else if (std::any_of(wanted.begin() + static_cast<std::ptrdiff_t>(next), wanted.end(),
                           [&](const std::string& later) { return names_module(later, module); })) {
      mismatches.push_back({"load_order", fmt::format("{} before {}", wanted[next], module),
                            fmt::format("{} came first", module), index});
      return;
    }
  }
  if (next < wanted.size()) {
    const std::string after = next == 0 ? "" : fmt::format(" after {}", wanted[next - 1]);
    mismatches.push_back(
        {"load_order", wanted[next] + after, fmt::format("not loaded{}", after), observation.outcome.event});
  }
}

}  // namespace

std::vector<std::string> resident_modules(const process::Events& events) {
  if (const process::Event* state = last_state(events)) {
    return texts_in(*state, "modules");
  }
  std::vector<std::string> modules;
  for (const process::Event& event : events) {
    const std::string module(text_in(event, "module"));
    if (kind_of(event) == "load") {
      modules.push_back(module);
    } else if (kind_of(event) == "unload") {
      const auto last = std::find_if(modules.rbegin(), modules.rend(),
                                     [&](const std::string& known) { return same_path(known, module); });
      if (last != modules.rend()) {
        modules.erase(std::next(last).base());
      }
    }
  }
  return modules;
}

void compare_modules(const scenario::Expectation& expectation, const Observation& observation,
                     std::vector<Mismatch>& mismatches) {
  const std::vector<std::string> resident = resident_modules(observation.events);
  for (const std::string& wanted : expectation.resident) {
    if (std::none_of(resident.begin(), resident.end(),
                     [&](const std::string& module) { return same_path(wanted, module); })) {
      mismatches.push_back(explain_absence(wanted, observation, resident));
    }
  }
  for (const std::string& unwanted : expectation.not_resident) {
    const auto found = std::find_if(resident.begin(), resident.end(),
                                    [&](const std::string& module) { return names_module(unwanted, module); });
    if (found != resident.end()) {
      const std::size_t event = find_event(observation.events, "load", [&](const process::Event& load) {
        return same_path(*found, text_in(load, "module"));
      });
      mismatches.push_back(
          {"not_resident", fmt::format("no {}", unwanted), fmt::format("{} is resident", *found), event});
    }
  }
  compare_load_order(expectation.load_order, observation, mismatches);
}

}  // namespace dllrepro::run

// SPDX-License-Identifier: MIT
#include "harness/run/judge.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "harness/run/event_fields.hpp"
#include "harness/run/notation.hpp"

namespace dllrepro::run {
namespace {

std::string row_and_reason(const scenario::KnownGap& gap) {
  return fmt::format("{}: {}", gap.row, gap.why);
}

bool tree_holds(const process::Events& events, std::string_view name) {
  return std::any_of(events.begin(), events.end(), [&](const process::Event& event) {
    const std::string_view module = text_in(event, "module");
    return kind_of(event) == "load" && origin_of(module) == Origin::Tree && same_path(base_name(module), name);
  });
}

/// Windows' answer to a missing import is what the scenario expects; that the load fails is then no surprise.
bool expects_missing_import(const scenario::Expectation& expectation) {
  constexpr std::array<std::uint32_t, 2> k_errors{127, 182};
  constexpr std::array<std::uint32_t, 2> k_statuses{0xC0000139U, 0xC0000138U};
  return (expectation.error && std::find(k_errors.begin(), k_errors.end(), *expectation.error) != k_errors.end()) ||
         (expectation.status &&
          std::find(k_statuses.begin(), k_statuses.end(), *expectation.status) != k_statuses.end());
}

Mismatch undeclared_gap(const process::Events& events, std::size_t index) {
  const process::Event& event = events[index];
  const std::string symbol = text_in(event, "symbol").empty() ? fmt::format("#{}", number_in(event, "ordinal"))
                                                              : std::string(text_in(event, "symbol"));
  return {"unsatisfied",
          fmt::format("Windows refuses {} with {}: {} does not export {}", text_in(event, "module"),
                      text_in(event, "symbol").empty() ? 182 : 127, text_in(event, "from"), symbol),
          "Wine bound the import to a trap and went on (row W1). Expect Windows' answer and declare Wine's: "
          R"("known_gaps": [{"row": "W1", "why": "...", "observed": {"outcome": "ok"}}])",
          index};
}

Judgement judge_under_gaps(const std::vector<scenario::KnownGap>& gaps, const Observation& observation) {
  for (const scenario::KnownGap& gap : gaps) {
    if (compare(gap.observed, observation).empty()) {
      return {Verdict::KnownGap, row_and_reason(gap), {}, &gap.observed};
    }
  }
  const scenario::KnownGap& first = gaps.front();
  return {Verdict::Fail,
          fmt::format("neither Windows' answer nor the declared gap was seen ({})", row_and_reason(first)),
          compare(first.observed, observation), &first.observed};
}

}  // namespace

std::vector<std::size_t> refused_by_windows(const process::Events& events) {
  std::vector<std::size_t> refused;
  for (std::size_t index = 0; index < events.size(); ++index) {
    const process::Event& event = events[index];
    if (kind_of(event) == "unsatisfied" && origin_of(text_in(event, "module")) == Origin::Tree &&
        tree_holds(events, base_name(text_in(event, "from")))) {
      refused.push_back(index);
    }
  }
  return refused;
}

Judgement judge(const scenario::Expectation& expectation, const std::vector<scenario::KnownGap>& gaps,
                const Observation& observation, bool under_wine) {
  std::vector<Mismatch> mismatches = compare(expectation, observation);
  if (under_wine && !gaps.empty()) {
    if (!mismatches.empty()) {
      return judge_under_gaps(gaps, observation);
    }
    return {Verdict::UnexpectedPass,
            fmt::format("Windows' own answer was seen where a gap is declared ({})", row_and_reason(gaps.front())),
            {{"known_gaps", "Wine's answer", "Windows' answer", observation.outcome.event}},
            &expectation};
  }
  if (under_wine && mismatches.empty() && !expectation.unsatisfied && !expects_missing_import(expectation)) {
    for (const std::size_t index : refused_by_windows(observation.events)) {
      mismatches.push_back(undeclared_gap(observation.events, index));
    }
  }
  const Verdict verdict = mismatches.empty() ? Verdict::Pass : Verdict::Fail;
  return {verdict, "", std::move(mismatches), &expectation};
}

std::string why_not_judged(const process::Events& events, const std::vector<std::string>& tags) {
  if (std::find(tags.begin(), tags.end(), k_garbage_tag) != tags.end()) {
    return {};
  }
  const auto garbage = std::find_if(events.begin(), events.end(),
                                    [](const process::Event& event) { return kind_of(event) == "garbage"; });
  if (garbage == events.end()) {
    return {};
  }
  constexpr std::array<std::string_view, 4> k_about_the_end{"pipe_closed", "clock", "exited", "survivor"};
  const auto about_the_end = [&](const process::Event& event) {
    return std::find(k_about_the_end.begin(), k_about_the_end.end(), kind_of(event)) != k_about_the_end.end();
  };
  const bool cut_at_death =
      std::all_of(std::next(garbage), events.end(), about_the_end) &&
      std::none_of(events.begin(), garbage, [](const process::Event& event) { return kind_of(event) == "done"; }) &&
      text_in(*garbage, "text").substr(0, 1) == "{";
  return cut_at_death ? "" : fmt::format("a line on the event pipe is no event: {}", text_in(*garbage, "text"));
}

}  // namespace dllrepro::run

// SPDX-License-Identifier: MIT
#include "harness/bisect/report.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dllrepro::bisect {

namespace {

std::string said_by(const Ask& ask) {
  return ask.answer.judged ? ask.answer.signature : fmt::format("not judged: {}", ask.answer.reason);
}

/// Strictly between last good and first bad, where the change may be; of an end that could not be judged, the end.
bool hides_the_change(const Report& report, std::size_t candidate) {
  if (report.bisection.ending == Ending::EndSkipped) {
    return candidate == report.good || candidate == report.bad;
  }
  const auto [low, high] = std::minmax(report.bisection.last_good, report.bisection.first_bad);
  return candidate > low && candidate < high;
}

/// The skipped ones that the answer depends on, in the order of their axis.
std::vector<std::string> skipped_values(const Report& report) {
  std::vector<std::size_t> candidates;
  for (const Ask& ask : report.bisection.asks) {
    if (ask.standing == Standing::Skipped && hides_the_change(report, ask.candidate)) {
      candidates.push_back(ask.candidate);
    }
  }
  std::sort(candidates.begin(), candidates.end());
  std::vector<std::string> values;
  for (const std::size_t candidate : candidates) {
    values.push_back(report.values[candidate]);
  }
  return values;
}

bool has_answer(const Report& report) {
  return report.bisection.ending == Ending::Found || report.bisection.ending == Ending::Between;
}

const std::string& last_good(const Report& report) {
  return report.values[report.bisection.last_good];
}

const std::string& first_bad(const Report& report) {
  return report.values[report.bisection.first_bad];
}

std::string conclusion(const Report& report) {
  switch (report.bisection.ending) {
    case Ending::Found:
      return fmt::format("last good {}, first bad {}", last_good(report), first_bad(report));
    case Ending::Between:
      return fmt::format("last good {}, first bad {} or one that was skipped between them ({})", last_good(report),
                         first_bad(report), fmt::join(skipped_values(report), ", "));
    case Ending::SameEnds:
      return fmt::format("{} and {} answer alike: {}", report.values[report.good], report.values[report.bad],
                         report.changes.empty()
                             ? "there is nothing to search between them"
                             : fmt::format("there are {} changes between them", report.changes.size()));
    case Ending::EndSkipped:
      break;
  }
  return fmt::format("an end could not be judged: {}", fmt::join(skipped_values(report), ", "));
}

std::string or_end(const std::string& line) {
  return line.empty() ? "its run is at its end" : line;
}

bool has_divergence(const Report& report) {
  return !report.divergence.good.empty() || !report.divergence.bad.empty();
}

}  // namespace

std::string text_of(const Report& report) {
  std::size_t width = 0;
  for (const std::string& value : report.values) {
    width = std::max(width, value.size());
  }
  std::string text = fmt::format("{}: {}\n", report.scenario, report.title);
  for (const Ask& ask : report.bisection.asks) {
    text +=
        fmt::format("  {:<{}}  {:<7}  {}\n", report.values[ask.candidate], width, name_of(ask.standing), said_by(ask));
  }
  for (const Change& change : report.changes) {
    text += fmt::format("change between {} and {}\n", report.values[change.from], report.values[change.to]);
  }
  text += conclusion(report) + "\n";
  if (has_divergence(report)) {
    text += fmt::format("their runs part at\n  {:<{}}  {}\n  {:<{}}  {}\n", last_good(report), width,
                        or_end(report.divergence.good), first_bad(report), width, or_end(report.divergence.bad));
  }
  for (const std::string& warning : report.warnings) {
    text += fmt::format("warning: {}\n", warning);
  }
  text += fmt::format("{} of {} candidates run\n", report.bisection.asks.size(), report.values.size());
  return text;
}

std::string markdown_of(const Report& report) {
  std::string text = fmt::format("## {}\n\n`{}` along `{}`: **{}**\n\n", report.title, report.scenario, report.axis,
                                 conclusion(report));
  text += fmt::format("| {} | | what happened |\n| --- | --- | --- |\n", report.axis);
  for (const Ask& ask : report.bisection.asks) {
    text += fmt::format("| {} | {} | {} |\n", report.values[ask.candidate], name_of(ask.standing), said_by(ask));
  }
  if (has_divergence(report)) {
    text += fmt::format("\nThe runs part at:\n\n- {}: `{}`\n- {}: `{}`\n", last_good(report),
                        or_end(report.divergence.good), first_bad(report), or_end(report.divergence.bad));
  }
  for (const Change& change : report.changes) {
    text += fmt::format("\nChange between {} and {}.\n", report.values[change.from], report.values[change.to]);
  }
  for (const std::string& warning : report.warnings) {
    text += fmt::format("\n> {}\n", warning);
  }
  return text;
}

Json to_json(const Report& report) {
  Json json = {{"bisect", 1},
               {"scenario", report.scenario},
               {"title", report.title},
               {"axis", report.axis},
               {"values", report.values},
               {"good", report.values[report.good]},
               {"bad", report.values[report.bad]},
               {"ending", name_of(report.bisection.ending)},
               {"runs", Json::array()},
               {"skipped", skipped_values(report)},
               {"changes", Json::array()},
               {"warnings", report.warnings}};
  if (has_answer(report)) {
    json["last_good"] = last_good(report);
    json["first_bad"] = first_bad(report);
  }
  for (const Ask& ask : report.bisection.asks) {
    Json run = {{"value", report.values[ask.candidate]}, {"standing", name_of(ask.standing)}};
    if (const auto found = report.results.find(ask.candidate); found != report.results.end()) {
      run["observed"] = run::to_json(found->second.observed);
      run["verdict"] = run::name_of(found->second.verdict);
      run["repeat_command"] = found->second.repeat_command;
    }
    if (!ask.answer.reason.empty()) {
      run["reason"] = ask.answer.reason;
    }
    json["runs"].push_back(std::move(run));
  }
  if (has_divergence(report)) {
    json["divergence"] = {{"good", report.divergence.good}, {"bad", report.divergence.bad}};
  }
  for (const Change& change : report.changes) {
    json["changes"].push_back({{"from", report.values[change.from]}, {"to", report.values[change.to]}});
  }
  return json;
}

}  // namespace dllrepro::bisect

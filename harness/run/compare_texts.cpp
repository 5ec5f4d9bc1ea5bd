// SPDX-License-Identifier: MIT
#include <algorithm>
#include <regex>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/run/compare.hpp"
#include "harness/run/event_fields.hpp"

namespace dllrepro::run {
namespace {

constexpr std::size_t k_most_of_a_line = 512;
constexpr std::size_t k_most_shown = 400;

std::string with_unix_line_ends(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t index = 0; index < text.size(); ++index) {
    if (text[index] != '\r' || index + 1 == text.size() || text[index + 1] != '\n') {
      result += text[index];
    }
  }
  return result;
}

/// As much of a text as fits into a report's line, from its end, where a dying program says why.
std::string shown_text(std::string_view text) {
  if (text.empty()) {
    return "nothing";
  }
  if (text.size() <= k_most_shown) {
    return fmt::format("\"{}\"", text);
  }
  std::string_view tail = text.substr(text.size() - k_most_shown);
  while (!tail.empty() && (static_cast<unsigned char>(tail.front()) & 0xC0U) == 0x80U) {
    tail.remove_prefix(1);  // not into the middle of a character
  }
  return fmt::format("...\"{}\"", tail);
}

bool any_line_matches(const std::string& text, const std::regex& pattern) {
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const auto first = text.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto length = static_cast<std::ptrdiff_t>(std::min(end - begin, k_most_of_a_line));
    if (std::regex_search(first, first + length, pattern)) {
      return true;
    }
    if (end == text.size()) {
      return false;
    }
    begin = end + 1;
  }
}

void compare_pattern(const std::string& pattern, const std::string& text, std::vector<TextFault>& faults) {
  try {
    if (!any_line_matches(text, std::regex(pattern, std::regex::ECMAScript))) {
      faults.push_back({fmt::format("a line that matches /{}/", pattern), shown_text(text)});
    }
  } catch (const std::regex_error& fault) {
    faults.push_back({fmt::format("/{}/", pattern), fmt::format("the expression can't be used: {}", fault.what())});
  }
}

void compare_stream(const char* what, const std::optional<scenario::TextExpectation>& expectation,
                    std::string_view text, std::size_t event, std::vector<Mismatch>& mismatches) {
  if (expectation) {
    for (TextFault& fault : text_faults(*expectation, text)) {
      mismatches.push_back({what, std::move(fault.expected), std::move(fault.observed), event});
    }
  }
}

void compare_warnings(const std::vector<std::string>& wanted, const Observation& observation,
                      std::vector<Mismatch>& mismatches) {
  std::vector<std::string> warnings;
  std::size_t first = k_no_event;
  for (std::size_t index = 0; index < observation.events.size(); ++index) {
    if (kind_of(observation.events[index]) == "warning") {
      warnings.emplace_back(text_in(observation.events[index], "message"));
      first = std::min(first, index);
    }
  }
  if (wanted.empty() && !warnings.empty()) {
    mismatches.push_back({"warnings", "none", shown_text(warnings.front()), first});
  }
  for (const std::string& text : wanted) {
    if (std::none_of(warnings.begin(), warnings.end(),
                     [&](const std::string& warning) { return warning.find(text) != std::string::npos; })) {
      mismatches.push_back({"warnings", fmt::format("one with \"{}\"", text),
                            warnings.empty() ? "none" : shown_text(fmt::format("{}", fmt::join(warnings, "\n"))),
                            first == k_no_event ? observation.outcome.event : first});
    }
  }
}

}  // namespace

std::vector<TextFault> text_faults(const scenario::TextExpectation& expectation, std::string_view original) {
  const std::string text = with_unix_line_ends(original);
  std::vector<TextFault> faults;
  for (const std::string& wanted : expectation.contains) {
    if (text.find(wanted) == std::string::npos) {
      faults.push_back({fmt::format("\"{}\" in it", wanted), shown_text(text)});
    }
  }
  for (const std::string& unwanted : expectation.absent) {
    if (text.find(unwanted) != std::string::npos) {
      faults.push_back({fmt::format("no \"{}\" in it", unwanted), shown_text(text)});
    }
  }
  if (expectation.equals && with_unix_line_ends(*expectation.equals) != text) {
    faults.push_back({shown_text(*expectation.equals), shown_text(text)});
  }
  if (expectation.matches) {
    compare_pattern(*expectation.matches, text, faults);
  }
  return faults;
}

void compare_texts(const scenario::Expectation& expectation, const Observation& observation,
                   std::vector<Mismatch>& mismatches) {
  const std::size_t event = observation.outcome.event;
  compare_stream("message", expectation.message, observation.outcome.message, event, mismatches);
  compare_stream("stdout", expectation.standard_output, observation.standard_output, event, mismatches);
  compare_stream("stderr", expectation.standard_error, observation.standard_error, event, mismatches);
  if (expectation.warnings) {
    compare_warnings(*expectation.warnings, observation, mismatches);
  }
}

}  // namespace dllrepro::run

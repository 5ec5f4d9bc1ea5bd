// SPDX-License-Identifier: MIT
#include "harness/bisect/bisection.hpp"

#include <algorithm>

namespace dllrepro::bisect {

namespace {

/// The candidates strictly between two ends, in their order.
std::vector<std::size_t> between(std::size_t one, std::size_t other) {
  std::vector<std::size_t> candidates;
  for (std::size_t index = std::min(one, other) + 1; index < std::max(one, other); ++index) {
    candidates.push_back(index);
  }
  return candidates;
}

}  // namespace

std::string_view name_of(Standing standing) {
  switch (standing) {
    case Standing::Good:
      return "good";
    case Standing::Bad:
      return "bad";
    case Standing::Skipped:
      break;
  }
  return "skipped";
}

std::string_view name_of(Ending ending) {
  switch (ending) {
    case Ending::Found:
      return "found";
    case Ending::Between:
      return "between";
    case Ending::SameEnds:
      return "same ends";
    case Ending::EndSkipped:
      break;
  }
  return "end skipped";
}

Bisection bisect(std::size_t good, std::size_t bad, const std::function<Answer(std::size_t)>& ask) {
  Bisection result;
  result.last_good = good;
  result.first_bad = bad;
  const Answer good_answer = ask(good);
  result.asks.push_back({good, good_answer, good_answer.judged ? Standing::Good : Standing::Skipped});
  const Answer bad_answer = ask(bad);
  result.asks.push_back({bad, bad_answer, bad_answer.judged ? Standing::Bad : Standing::Skipped});
  if (!good_answer.judged || !bad_answer.judged) {
    result.ending = Ending::EndSkipped;
    return result;
  }
  if (good_answer.signature == bad_answer.signature) {
    result.ending = Ending::SameEnds;
    return result;
  }

  std::vector<std::size_t> left = between(good, bad);
  while (!left.empty()) {
    const auto middle = left.begin() + static_cast<std::ptrdiff_t>(left.size() / 2);
    const std::size_t candidate = *middle;
    const Answer answer = ask(candidate);
    const Standing standing = !answer.judged                              ? Standing::Skipped
                              : answer.signature == good_answer.signature ? Standing::Good
                              : answer.signature == bad_answer.signature  ? Standing::Bad
                                                                          : Standing::Skipped;
    result.asks.push_back({candidate, answer, standing});
    left.erase(middle);
    if (standing == Standing::Skipped) {
      continue;
    }
    (standing == Standing::Good ? result.last_good : result.first_bad) = candidate;
    const std::size_t low = std::min(result.last_good, result.first_bad);
    const std::size_t high = std::max(result.last_good, result.first_bad);
    left.erase(
        std::remove_if(left.begin(), left.end(), [&](std::size_t index) { return index <= low || index >= high; }),
        left.end());
  }
  result.ending = between(result.last_good, result.first_bad).empty() ? Ending::Found : Ending::Between;
  return result;
}

std::vector<Change> changes_along(const std::vector<Answer>& answers) {
  std::vector<Change> changes;
  std::optional<std::size_t> before;
  for (std::size_t index = 0; index < answers.size(); ++index) {
    if (!answers[index].judged) {
      continue;
    }
    if (before && answers[*before].signature != answers[index].signature) {
      changes.push_back({*before, index});
    }
    before = index;
  }
  return changes;
}

}  // namespace dllrepro::bisect

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

Standing standing_of(const Answer& answer, const Answer& good, const Answer& bad) {
  return !answer.judged                       ? Standing::Skipped
         : answer.signature == good.signature ? Standing::Good
         : answer.signature == bad.signature  ? Standing::Bad
                                              : Standing::Skipped;
}

/// What the answers of the ends alone say; Found when the search may begin.
Ending ending_of(const Answer& good, const Answer& bad) {
  return !good.judged || !bad.judged       ? Ending::EndSkipped
         : good.signature == bad.signature ? Ending::SameEnds
                                           : Ending::Found;
}

/// Sets last good and first bad of a scan whose ends are what they are called.
void find_edge(Bisection& scanned) {
  std::vector<Ask> towards_good = scanned.asks;
  if (scanned.last_good < scanned.first_bad) {
    std::reverse(towards_good.begin(), towards_good.end());
  }
  for (const Ask& ask : towards_good) {
    if (ask.standing == Standing::Bad) {
      scanned.first_bad = ask.candidate;
    } else if (ask.standing == Standing::Good) {
      scanned.last_good = ask.candidate;
      return;
    }
  }
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
  result.ending = ending_of(good_answer, bad_answer);
  if (result.ending != Ending::Found) {
    return result;
  }

  std::vector<std::size_t> left = between(good, bad);
  while (!left.empty()) {
    const auto middle = left.begin() + static_cast<std::ptrdiff_t>(left.size() / 2);
    const std::size_t candidate = *middle;
    const Answer answer = ask(candidate);
    const Standing standing = standing_of(answer, good_answer, bad_answer);
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

Bisection scan(std::size_t good, std::size_t bad, const std::function<Answer(std::size_t)>& ask) {
  Bisection result;
  result.last_good = good;
  result.first_bad = bad;
  const std::size_t begin = std::min(good, bad);
  for (std::size_t index = begin; index <= std::max(good, bad); ++index) {
    result.asks.push_back({index, ask(index), Standing::Skipped});
  }
  const Answer good_answer = result.asks[good - begin].answer;
  const Answer bad_answer = result.asks[bad - begin].answer;
  for (Ask& each : result.asks) {
    each.standing = standing_of(each.answer, good_answer, bad_answer);
  }
  result.ending = ending_of(good_answer, bad_answer);
  if (result.ending == Ending::Found) {
    find_edge(result);
    result.ending = between(result.last_good, result.first_bad).empty() ? Ending::Found : Ending::Between;
  } else if (const std::vector<Change> changes = changes_along(result); !changes.empty()) {
    const Change& last = good < bad ? changes.back() : changes.front();
    result.last_good = good < bad ? last.from : last.to;
    result.first_bad = good < bad ? last.to : last.from;
  }
  return result;
}

std::vector<Change> changes_along(const Bisection& scanned) {
  std::vector<Answer> answers;
  for (const Ask& ask : scanned.asks) {
    answers.push_back(ask.answer);
  }
  std::vector<Change> changes = changes_along(answers);
  for (Change& change : changes) {
    change = {scanned.asks[change.from].candidate, scanned.asks[change.to].candidate};
  }
  return changes;
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

// SPDX-License-Identifier: MIT
#include "harness/bisect/bisection.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro::bisect;

namespace {

/// Answers as written: each letter is a signature, '-' one that can't be judged.
struct Row {
  std::string letters;
  std::vector<std::size_t> asked;

  Answer operator()(std::size_t index) {
    asked.push_back(index);
    const char letter = letters[index];
    return letter == '-' ? Answer{false, {}, "no package"} : Answer{true, std::string(1, letter), {}};
  }
};

Bisection search(Row& row, std::size_t good, std::size_t bad) {
  return bisect(good, bad, [&row](std::size_t index) { return row(index); });
}

}  // namespace

TEST_CASE("Every place of the change is found in as few runs as a binary search needs") {
  constexpr std::size_t k_count = 37;
  for (std::size_t change = 1; change < k_count; ++change) {
    Row row{std::string(change, 'a') + std::string(k_count - change, 'b'), {}};
    const Bisection found = search(row, 0, k_count - 1);
    CHECK(found.ending == Ending::Found);
    CHECK(found.last_good == change - 1);
    CHECK(found.first_bad == change);
    CHECK(row.asked.size() <= 2 + 6);  // both ends, and 35 candidates between them
    std::sort(row.asked.begin(), row.asked.end());
    CHECK(std::adjacent_find(row.asked.begin(), row.asked.end()) == row.asked.end());
  }
}

TEST_CASE("The bad end may come before the good one: where something was mended") {
  Row row{"bbbaaaa", {}};
  const Bisection found = search(row, 6, 0);
  CHECK(found.ending == Ending::Found);
  CHECK(found.last_good == 3);
  CHECK(found.first_bad == 2);
}

TEST_CASE("Both ends are asked first; alike, they end the search") {
  Row row{"aaabbaa", {}};
  const Bisection found = search(row, 0, 6);
  CHECK(found.ending == Ending::SameEnds);
  CHECK(row.asked == std::vector<std::size_t>{0, 6});
}

TEST_CASE("A candidate that fails otherwise is skipped, and the search goes on beside it") {
  Row row{"aaahbb", {}};
  const Bisection found = search(row, 0, 5);
  CHECK(found.ending == Ending::Between);
  CHECK(found.last_good == 2);
  CHECK(found.first_bad == 4);
  const auto skipped = std::count_if(found.asks.begin(), found.asks.end(),
                                     [](const Ask& ask) { return ask.standing == Standing::Skipped; });
  CHECK(skipped == 1);
}

TEST_CASE("Candidates that can't be judged leave a range; an end that can't ends the search") {
  Row between{"a--b", {}};
  CHECK(search(between, 0, 3).ending == Ending::Between);
  Row end{"a--", {}};
  const Bisection found = search(end, 0, 2);
  CHECK(found.ending == Ending::EndSkipped);
  CHECK(end.asked.size() == 2);
}

TEST_CASE("Neighbours need the two ends alone") {
  Row row{"ab", {}};
  const Bisection found = search(row, 0, 1);
  CHECK(found.ending == Ending::Found);
  CHECK(found.asks.size() == 2);
}

TEST_CASE("A scan finds every change, over what could not be judged") {
  std::vector<Answer> answers;
  Row row{"ab-bba", {}};
  for (std::size_t index = 0; index < row.letters.size(); ++index) {
    answers.push_back(row(index));
  }
  const std::vector<Change> changes = changes_along(answers);
  REQUIRE(changes.size() == 2);
  CHECK(changes[0].from == 0);
  CHECK(changes[0].to == 1);
  CHECK(changes[1].from == 4);
  CHECK(changes[1].to == 5);
}

TEST_CASE("A scan asks for each candidate once, in order, and names the change next to the bad end") {
  Row row{"aabbab-b", {}};
  const Bisection found = scan(0, 7, [&row](std::size_t index) { return row(index); });
  CHECK(row.asked == std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(found.ending == Ending::Found);
  CHECK(found.last_good == 4);
  CHECK(found.first_bad == 5);
  CHECK(found.asks[6].standing == Standing::Skipped);
  CHECK(changes_along(found).size() == 3);
}

TEST_CASE("A scan may begin behind the first candidate, and from the bad side; its numbers are the candidates'") {
  Row row{"zzbba", {}};
  const Bisection found = scan(4, 2, [&row](std::size_t index) { return row(index); });
  CHECK(row.asked == std::vector<std::size_t>{2, 3, 4});
  CHECK(found.last_good == 4);
  CHECK(found.first_bad == 3);
  REQUIRE(changes_along(found).size() == 1);
  CHECK(changes_along(found)[0].from == 3);
}

TEST_CASE("A scan's last good is a good one: what answers otherwise lies between") {
  Row row{"ahb", {}};
  const auto ask = [&row](std::size_t index) { return row(index); };
  const Bisection forward = scan(0, 2, ask);
  CHECK(forward.ending == Ending::Between);
  CHECK(forward.last_good == 0);
  CHECK(forward.first_bad == 2);
  CHECK(changes_along(forward).size() == 2);
  row.letters = "bb-haa";
  const Bisection mended = scan(5, 0, ask);
  CHECK(mended.ending == Ending::Between);
  CHECK(mended.last_good == 4);
  CHECK(mended.first_bad == 1);
}

TEST_CASE("A scan and a search say the same of rows with one change") {
  for (const char* letters : {"ab", "aabb", "a-b", "aahb", "a-hb", "aaab", "ahhhb", "aabhb", "ahabb"}) {
    CAPTURE(letters);
    Row row{letters, {}};
    const std::size_t bad = row.letters.size() - 1;
    const Bisection searched = search(row, 0, bad);
    const Bisection scanned = scan(0, bad, [&row](std::size_t index) { return row(index); });
    CHECK(scanned.ending == searched.ending);
    CHECK(scanned.last_good == searched.last_good);
    CHECK(scanned.first_bad == searched.first_bad);
  }
}

TEST_CASE("A scan between ends that answer alike stands at the change next to the bad end") {
  Row row{"abba", {}};
  const Bisection found = scan(0, 3, [&row](std::size_t index) { return row(index); });
  CHECK(found.ending == Ending::SameEnds);
  CHECK(found.last_good == 2);
  CHECK(found.first_bad == 3);
}

// SPDX-License-Identifier: MIT
#include "harness/bisect/candidates.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

using namespace dllrepro;
using namespace dllrepro::bisect;
using Catch::Matchers::ContainsSubstring;

namespace {

scenario::Cell cell(std::vector<std::pair<std::string, std::string>> parameters, const std::string& outcome = "") {
  scenario::Cell made;
  made.scenario = "torch-history/removed";
  made.parameters = std::move(parameters);
  if (!outcome.empty()) {
    made.expectation.outcome = outcome;
  }
  return made;
}

std::string refusal(const std::vector<scenario::Cell>& cells, const std::string& axis) {
  return candidates_of(cells, axis).refusal;
}

}  // namespace

TEST_CASE("Candidates keep the order in which the axis has its values") {
  const auto [candidates, refused] = candidates_of(
      {cell({{"release", "1.8.0"}, {"host", "python-org"}}), cell({{"release", "1.10.0"}, {"host", "python-org"}}),
       cell({{"release", "1.9.0"}, {"host", "python-org"}})},
      "release");
  CHECK(refused.empty());
  REQUIRE(candidates.size() == 3);
  CHECK(candidates[1].value == "1.10.0");
  CHECK(position_of(candidates, "1.9.0") == 2);
}

TEST_CASE("What can't be searched is refused with what would help") {
  CHECK_THAT(refusal({cell({{"release", "1"}}), cell({{"release", "2"}})}, "relaese"),
             ContainsSubstring("did you mean \"release\"?"));
  CHECK_THAT(refusal({cell({{"release", "1"}})}, "release"), ContainsSubstring("one value alone"));
  CHECK_THAT(refusal({cell({{"release", "1"}, {"host", "a"}}), cell({{"release", "1"}, {"host", "b"}}),
                      cell({{"release", "2"}, {"host", "a"}})},
                     "release"),
             ContainsSubstring("--filter 'host=a'"));
  scenario::Cell other = cell({{"release", "2"}});
  other.scenario = "other";
  CHECK_THAT(refusal({cell({{"release", "1"}}), other}, "release"), ContainsSubstring("takes one scenario"));
  const auto candidates =
      candidates_of({cell({{"release", "1.8.4"}}), cell({{"release", "1.8.5"}})}, "release").candidates;
  CHECK_FALSE(position_of(candidates, "1.8.6").has_value());
  CHECK_THAT(explain_unknown_value(candidates, "1.8.6", "release"), ContainsSubstring("did you mean \"1.8."));
}

TEST_CASE("A scenario that expects more than one change is known before anything runs") {
  const auto candidates = candidates_of({cell({{"r", "1"}}, "ok"), cell({{"r", "2"}}, "load error"), cell({{"r", "3"}}),
                                         cell({{"r", "4"}}, "ok")},
                                        "r")
                              .candidates;
  const auto changes = expected_changes(candidates, 0, 3);
  REQUIRE(changes.size() == 2);
  CHECK(changes[1].from == 1);
  CHECK(changes[1].to == 3);
}

TEST_CASE("What is found no longer is an expected change, too, though every candidate ends well") {
  std::vector<scenario::Cell> cells{cell({{"r", "1"}}, "ok"), cell({{"r", "2"}}, "ok"), cell({{"r", "3"}}, "ok")};
  cells[0].expectation.returned = {{"cupti", nullptr}};
  cells[1].expectation.returned = {{"cupti", "x/cupti64.dll"}, {"cupti.found_via", "a"}};
  cells[2].expectation.returned = {{"cupti", "x/cupti64.dll"}, {"cupti.found_via", "b"}};
  const auto candidates = candidates_of(cells, "r").candidates;
  CHECK(names_stated(candidates) == Names{"cupti"});
  const auto changes = expected_changes(candidates, 0, 2);
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].to == 1);
}

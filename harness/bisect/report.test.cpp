// SPDX-License-Identifier: MIT
#include "harness/bisect/report.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

using namespace dllrepro;
using namespace dllrepro::bisect;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A search, or a scan, of candidates "r0", "r1", ...; each letter is an answer, '-' one that can't be judged.
Report report_of(const std::string& letters, bool scanned = false) {
  Report report;
  report.scenario = "torch-history/removed";
  report.title = "A DLL is gone";
  report.axis = "release";
  for (std::size_t index = 0; index < letters.size(); ++index) {
    report.values.push_back("r" + std::to_string(index));
  }
  report.bad = letters.size() - 1;
  report.scanned = scanned;
  const auto ask = [&](std::size_t index) {
    const char letter = letters[index];
    return letter == '-' ? Answer{false, {}, "no package"} : Answer{true, std::string(1, letter), {}};
  };
  report.bisection = scanned ? scan(0, report.bad, ask) : bisect::bisect(0, report.bad, ask);
  if (scanned) {
    report.changes = changes_along(report.bisection);
  }
  return report;
}

}  // namespace

TEST_CASE("Skipped candidates are told where the change may be theirs, in their order") {
  CHECK(to_json(report_of("aah--bb")).at("skipped") == Json({"r2", "r3", "r4"}));
  CHECK_THAT(text_of(report_of("aah--bb")),
             ContainsSubstring("last good r1, first bad r5 or one that was skipped between them (r2, r3, r4)"));
  // r3, the first that is asked for between the ends, lies on one side of what is found.
  const Report beside = report_of("aaahabbb", true);
  CHECK(to_json(beside).at("skipped") == Json::array());
  CHECK(to_json(beside).at("ending") == "found");
  CHECK(to_json(report_of("a-h-abb")).at("skipped") == Json::array());
}

TEST_CASE("A scan tells every change, and last good and first bad as a search does") {
  const std::string text = text_of(report_of("ahb", true));
  CHECK_THAT(text, ContainsSubstring("change between r0 and r1\nchange between r1 and r2\n"));
  CHECK_THAT(text, ContainsSubstring("last good r0, first bad r2 or one that was skipped between them (r1)"));
  CHECK_THAT(text_of(report_of("aba", true)),
             ContainsSubstring("r0 and r2 answer alike: there are 2 changes between them"));
}

TEST_CASE("Ends that answer alike or can't be judged are no answer") {
  CHECK_THAT(text_of(report_of("aba")), ContainsSubstring("there is nothing to search between them"));
  const Report end = report_of("ab-");
  CHECK_THAT(text_of(end), ContainsSubstring("an end could not be judged: r2"));
  CHECK(to_json(end).at("skipped") == Json({"r2"}));
  CHECK_FALSE(to_json(end).contains("last_good"));
}

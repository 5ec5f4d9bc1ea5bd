// SPDX-License-Identifier: MIT
#include "harness/run/judge.hpp"

#include <catch2/catch_test_macros.hpp>

namespace dllrepro::run {
namespace {

constexpr bool k_wine = true;
constexpr bool k_windows = false;

scenario::Expectation outcome_expected(const char* outcome) {
  scenario::Expectation expectation;
  expectation.outcome = outcome;
  return expectation;
}

/// Windows: the load fails with 127; Wine binds a trap and goes on.
std::vector<scenario::KnownGap> gap() {
  return {{"W1", "Wine binds a trap", outcome_expected("ok"), {}}};
}

/// torch/lib/a.dll imports from b.dll what that does not export.
process::Events unsatisfied_import() {
  return Json::parse(R"([
    {"event": "load", "module": "torch/lib/b.dll"}, {"event": "load", "module": "torch/lib/a.dll"},
    {"event": "unsatisfied", "module": "torch/lib/a.dll", "from": "B.dll", "symbol": "gone"},
    {"event": "done"}])");
}

Judgement judged(const scenario::Expectation& expectation, const std::vector<scenario::KnownGap>& gaps,
                 OutcomeKind kind, bool under_wine, const process::Events& events = {}) {
  Outcome outcome;
  outcome.kind = kind;
  Judgement judgement = judge(expectation, gaps, {outcome, events, "", ""}, under_wine);
  CHECK((judgement.judged_by == &expectation || (!gaps.empty() && judgement.judged_by == &gaps.front().observed)));
  judgement.judged_by = nullptr;  // the arguments end here
  return judgement;
}

Verdict verdict(const scenario::Expectation& expectation, const std::vector<scenario::KnownGap>& gaps, OutcomeKind kind,
                bool under_wine) {
  return judged(expectation, gaps, kind, under_wine).verdict;
}

}  // namespace

TEST_CASE("Without gaps the expectation decides, on both platforms") {
  const scenario::Expectation expectation = outcome_expected("load error");
  for (const bool platform : {k_wine, k_windows}) {
    CHECK(verdict(expectation, {}, OutcomeKind::LoadError, platform) == Verdict::Pass);
    CHECK(verdict(expectation, {}, OutcomeKind::Ok, platform) == Verdict::Fail);
  }
}

TEST_CASE("A declared gap is required under Wine, and Windows' answer there is an unexpected pass") {
  const scenario::Expectation expectation = outcome_expected("load error");
  const Judgement as_declared = judged(expectation, gap(), OutcomeKind::Ok, k_wine);
  CHECK(as_declared.verdict == Verdict::KnownGap);
  CHECK(as_declared.reason == "W1: Wine binds a trap");
  CHECK(as_declared.mismatches.empty());

  const Judgement repaired = judged(expectation, gap(), OutcomeKind::LoadError, k_wine);
  CHECK(repaired.verdict == Verdict::UnexpectedPass);
  CHECK(repaired.mismatches.size() == 1);

  const Judgement neither = judged(expectation, gap(), OutcomeKind::Crash, k_wine);
  CHECK(neither.verdict == Verdict::Fail);
  REQUIRE(neither.mismatches.size() == 1);
  CHECK(neither.mismatches.front().expected == "ok");
}

TEST_CASE("A gap that Windows' answer meets as well says nothing") {
  std::vector<scenario::KnownGap> gaps = gap();
  gaps.front().observed = {};
  CHECK(verdict(outcome_expected("ok"), gaps, OutcomeKind::Ok, k_wine) == Verdict::UnexpectedPass);
}

TEST_CASE("The second of several gaps counts, too") {
  std::vector<scenario::KnownGap> gaps = gap();
  gaps.push_back({"W2", "126 instead", outcome_expected("crash"), {}});
  Outcome outcome;
  outcome.kind = OutcomeKind::Crash;
  const scenario::Expectation expectation = outcome_expected("load error");
  const Judgement judgement = judge(expectation, gaps, {outcome, {}, "", ""}, k_wine);
  CHECK(judgement.verdict == Verdict::KnownGap);
  CHECK(judgement.reason == "W2: 126 instead");
  CHECK(judgement.judged_by == &gaps.back().observed);
}

TEST_CASE("On Windows gaps are not looked at") {
  const scenario::Expectation expectation = outcome_expected("load error");
  CHECK(verdict(expectation, gap(), OutcomeKind::LoadError, k_windows) == Verdict::Pass);
  CHECK(verdict(expectation, gap(), OutcomeKind::Ok, k_windows) == Verdict::Fail);
}

TEST_CASE("What Wine lets pass and Windows refuses is no pass, unless it is declared") {
  const scenario::Expectation ok = outcome_expected("ok");
  const Judgement undeclared = judged(ok, {}, OutcomeKind::Ok, k_wine, unsatisfied_import());
  CHECK(undeclared.verdict == Verdict::Fail);
  REQUIRE(undeclared.mismatches.size() == 1);
  CHECK(undeclared.mismatches.front().event == 2);
  CHECK(undeclared.mismatches.front().expected ==
        "Windows refuses torch/lib/a.dll with 127: B.dll does not export gone");
  CHECK(undeclared.mismatches.front().observed.find("\"row\": \"W1\"") != std::string::npos);

  CHECK(judged(ok, {}, OutcomeKind::Ok, k_windows, unsatisfied_import()).verdict == Verdict::Pass);
  CHECK(judged(outcome_expected("load error"), gap(), OutcomeKind::Ok, k_wine, unsatisfied_import()).verdict ==
        Verdict::KnownGap);

  scenario::Expectation knowing = ok;
  knowing.unsatisfied = Json::parse(R"([{"symbol": "gone"}])");
  CHECK(judged(knowing, {}, OutcomeKind::Ok, k_wine, unsatisfied_import()).verdict == Verdict::Pass);

  scenario::Expectation refused = outcome_expected("load error");
  refused.error = 0;
  CHECK(judged(refused, {}, OutcomeKind::LoadError, k_wine, unsatisfied_import()).verdict == Verdict::Fail);
}

TEST_CASE("Only imports between modules of the tree show what Windows would do") {
  CHECK(refused_by_windows(unsatisfied_import()) == std::vector<std::size_t>{2});
  process::Events events = unsatisfied_import();
  events[0]["module"] = "{system32}/b.dll";
  CHECK(refused_by_windows(events).empty());
  events = unsatisfied_import();
  events[2]["module"] = "{system32}/a.dll";
  CHECK(refused_by_windows(events).empty());
}

TEST_CASE("Garbage on the event pipe can't be judged, but a line that death cut off can") {
  const process::Events written = Json::parse(R"([
    {"event": "start"}, {"event": "garbage", "text": "hello"}, {"event": "done"}, {"event": "exited"}])");
  CHECK(why_not_judged(written, {}) == "a line on the event pipe is no event: hello");
  CHECK(why_not_judged(written, {std::string(k_garbage_tag)}).empty());

  const process::Events cut = Json::parse(R"([
    {"event": "start"}, {"event": "garbage", "text": "{\"event\": \"lo"}, {"event": "pipe_closed"},
    {"event": "exited"}])");
  CHECK(why_not_judged(cut, {}).empty());

  process::Events text_at_death = cut;
  text_at_death[1]["text"] = "Segmentation fault";
  CHECK_FALSE(why_not_judged(text_at_death, {}).empty());
  CHECK(why_not_judged(Json::parse(R"([{"event": "start"}, {"event": "done"}])"), {}).empty());
}

}  // namespace dllrepro::run

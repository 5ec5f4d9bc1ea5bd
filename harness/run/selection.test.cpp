// SPDX-License-Identifier: MIT
#include "harness/run/selection.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <catch2/catch_test_macros.hpp>

#include "harness/run/repeat_command.hpp"

namespace dllrepro::run {
namespace {

scenario::Cell cell(std::string scenario, std::vector<std::pair<std::string, std::string>> parameters,
                    std::vector<std::string> tags = {}) {
  scenario::Cell cell;
  cell.scenario = std::move(scenario);
  cell.parameters = std::move(parameters);
  cell.tags = std::move(tags);
  cell.covers = {"S1.3"};
  return cell;
}

std::vector<scenario::Cell> cells() {
  return {cell("preload-glob/stray", {{"host", "venv"}, {"loader", "torch/glob"}}),
          cell("preload-glob/stray", {{"host", "python-org"}, {"loader", "torch/glob"}}),
          cell("preload-glob/stray", {{"host", "python-org"}, {"loader", "torch/no-glob"}}),
          cell("preload-glob-late/x", {{"damage", "wrong machine"}}, {"slow", "arm"}),
          cell("clocks/silence", {}, {"slow"})};
}

std::vector<std::string> ids(const std::vector<scenario::Cell>& chosen) {
  std::vector<std::string> result;
  for (const scenario::Cell& one : chosen) {
    result.push_back(one.id());
  }
  return result;
}

std::size_t taken(std::vector<std::string> filters) {
  Selection selection;
  selection.filters = std::move(filters);
  return select(cells(), selection).size();
}

}  // namespace

TEST_CASE("Filters by path, tag, row, axis value and pattern") {
  CHECK(taken({}) == 5);
  CHECK(taken({"preload-glob"}) == 3);
  CHECK(taken({"scenarios/preload-glob/"}) == 3);
  CHECK(taken({"preload-glob/stray"}) == 3);
  CHECK(taken({"./scenarios/preload-glob/stray.json"}) == 3);
  CHECK(taken({"Z:\\src\\scenarios\\preload-glob\\stray.json"}) == 3);
  CHECK(taken({"preload"}) == 0);
  CHECK(taken({"tag:slow"}) == 2);
  CHECK(taken({"tag:sl"}) == 0);
  CHECK(taken({"covers:S1.*"}) == 5);
  CHECK(taken({"host=python-org"}) == 2);
  CHECK(taken({"host=p*"}) == 2);
  CHECK(taken({"loader=torch/glob"}) == 2);
  CHECK(taken({"HOST=Venv"}) == 1);
  CHECK(taken({"*[*loader=torch/glob*"}) == 2);
  CHECK(taken({"*glob*"}) == 4);
  CHECK(taken({"*"}) == 5);
}

TEST_CASE("Terms of one filter must all hold, one of several filters is enough, ! negates") {
  CHECK(taken({"host=python-org loader=torch/no-glob"}) == 1);
  CHECK(taken({"host=venv", "tag:arm"}) == 2);
  CHECK(taken({"tag:slow !tag:arm"}) == 1);
  CHECK(taken({"!tag:arm preload-glob/stray[host=venv,loader=torch/glob]"}) == 1);
  CHECK(taken({"!preload-glob"}) == 2);
  CHECK(taken({"   "}) == 0);
}

TEST_CASE("A cell's id takes that cell, blanks and all") {
  for (const scenario::Cell& one : cells()) {
    CAPTURE(one.id());
    CHECK(taken({one.id()}) == 1);
  }
}

TEST_CASE("An id takes its cell, too, when the scenario's file has blanks in its name") {
  const std::vector<scenario::Cell> blanks{
      cell("my folder/my wheel", {}, {"real"}), cell("my folder/my wheel", {{"host", "venv"}}, {"real"}),
      cell("my folder/!odd * one", {{"damage", "wrong machine"}}, {"real"}), cell("my", {}, {"real"})};
  for (const scenario::Cell& one : blanks) {
    Selection selection;
    selection.filters = {one.id()};
    selection.suite = Suite::Default;  // what is named is taken, whatever its suite
    CHECK(ids(select(blanks, selection)) == std::vector<std::string>{one.id()});
    CHECK(explain_idle_filters(blanks, selection).empty());
  }
}

TEST_CASE("Nothing selected is explained by the word that no cell has, and the nearest that one has") {
  const auto told = [](const char* filter) {
    Selection selection;
    selection.filters = {filter};
    CHECK(select(cells(), selection).empty());
    const std::string text = explain_empty(cells(), selection);
    const std::string head = fmt::format("nothing selected out of 5 cells\n--filter \"{}\" takes no cell: ", filter);
    CHECK(text.starts_with(head));
    return text.substr(std::min(head.size(), text.size()));
  };
  CHECK(told("preload-glob/stary") ==
        "no scenario or folder is called \"preload-glob/stary\"; did you mean \"preload-glob/stray\"?");
  CHECK(told("scenarios/prelaod-glob/") ==
        "no scenario or folder is called \"prelaod-glob\"; did you mean \"preload-glob\"?");
  CHECK(told("tag:solw") == "no scenario has the tag \"solw\"; did you mean \"slow\"?");
  CHECK(told("tag:x") == "no scenario has the tag \"x\"; the tags are arm, slow");
  CHECK(told("covers:S1.4") == "no scenario covers the row \"S1.4\"; did you mean \"S1.3\"?");
  CHECK(told("hots=venv") == "no scenario has an axis \"hots\"; did you mean \"host\"?");
  CHECK(told("colour=red") == "no scenario has an axis \"colour\"; the axes are damage, host, loader");
  CHECK(told("HOST=vnev") == "the axis \"HOST\" has no value \"vnev\"; did you mean \"venv\"?");
  CHECK(told("host=conda*") == "the axis \"host\" has no value \"conda*\"; the values are python-org, venv");
  CHECK(told("*nothing*") == "no cell's id is like \"*nothing*\"");
  CHECK(told("clocks/silence tag:arm") == "there are cells for each of its terms, but none for all of them");
  CHECK(told("tag:solw hots=venv") ==
        "no scenario has the tag \"solw\"; did you mean \"slow\"?; and no scenario has an axis \"hots\"; did you mean "
        "\"host\"?");
  CHECK(told("  ") == "it is empty");
  CHECK(explain_empty({}, {}) == "nothing selected: there is no scenario here");
}

TEST_CASE("An id that no cell has is explained by its scenario, its axis or its value") {
  const auto told = [](const char* filter) {
    Selection selection;
    selection.filters = {filter};
    CHECK(select(cells(), selection).empty());
    const std::string text = explain_empty(cells(), selection);
    return text.substr(text.find("takes no cell: ") + 15);
  };
  CHECK(told("preload-glob/stary[host=venv,loader=torch/glob]") ==
        "no scenario or folder is called \"preload-glob/stary\"; did you mean \"preload-glob/stray\"?");
  CHECK(told("preload-glob/stray[hots=venv,loader=torch/glob]") ==
        "preload-glob/stray: no scenario has an axis \"hots\"; did you mean \"host\"?");
  CHECK(told("preload-glob/stray[host=venv,loader=torch/golb]") ==
        "preload-glob/stray: the axis \"loader\" has no value \"torch/golb\"; did you mean \"torch/glob\"?");
  CHECK(told("preload-glob-late/x[damage=wrong machin]") ==
        "preload-glob-late/x: the axis \"damage\" has no value \"wrong machin\"; did you mean \"wrong machine\"?");
  CHECK(told("preload-glob/stray[host=venv,loader=torch/no-glob]") ==
        "no cell of preload-glob/stray has this id; did you mean "
        "\"preload-glob/stray[host=venv,loader=torch/glob]\"?");
}

TEST_CASE("A filter that takes nothing beside others that do is told, too; a shard without cells is none") {
  Selection selection;
  selection.filters = {"tag:slow", "tag:solw", "!tag:solw"};
  CHECK(explain_idle_filters(cells(), selection) ==
        std::vector<std::string>{
            "--filter \"tag:solw\" takes no cell: no scenario has the tag \"solw\"; did you mean \"slow\"?"});
  selection.filters = {"clocks"};
  CHECK(explain_idle_filters(cells(), selection).empty());
  for (const unsigned index : {1U, 2U}) {
    selection.shard = Shard{index, 2};
    if (select(cells(), selection).empty()) {
      CHECK(explain_empty(cells(), selection) ==
            fmt::format("nothing selected out of 5 cells\nshard {}/2 has none of those that the filters take", index));
    }
  }
}

TEST_CASE("A cell whose twin is of the suite real is of both suites, and has its twin in that one alone") {
  scenario::Cell cell = cells().front();
  cell.tags.clear();
  scenario::Twin twin;
  twin.is_real = true;
  cell.twin = std::make_shared<const scenario::Twin>(twin);
  const auto taken = [&](Suite suite) {
    Selection selection;
    selection.suite = suite;
    return select({cell}, selection);
  };
  REQUIRE(taken(Suite::Default).size() == 1);
  CHECK(taken(Suite::Default)[0].twin == nullptr);
  REQUIRE(taken(Suite::Real).size() == 1);
  CHECK(taken(Suite::Real)[0].twin != nullptr);
  CHECK(taken(Suite::All)[0].twin != nullptr);

  twin.is_real = false;
  cell.twin = std::make_shared<const scenario::Twin>(twin);
  CHECK(taken(Suite::Default)[0].twin != nullptr);
  CHECK(taken(Suite::Real).empty());
}

TEST_CASE("The suite real is taken where it is asked for or named") {
  std::vector<scenario::Cell> all = cells();
  all.push_back(cell("real/torch-imports", {{"host", "cpython-3.13"}}, {"real"}));
  const auto count = [&](Suite suite, std::vector<std::string> filters) {
    Selection selection;
    selection.suite = suite;
    selection.filters = std::move(filters);
    return select(all, selection).size();
  };
  CHECK(count(Suite::All, {}) == 6);
  CHECK(count(Suite::Default, {}) == 5);
  CHECK(count(Suite::Real, {}) == 1);
  CHECK(count(Suite::Default, {"tag:real"}) == 1);
  CHECK(count(Suite::Default, {"real"}) == 1);
  CHECK(count(Suite::Default, {"real/torch-imports[host=cpython-3.13]"}) == 1);
  CHECK(count(Suite::Default, {"host=cpython-3.13"}) == 0);
  CHECK(count(Suite::Default, {"!tag:slow"}) == 3);
  CHECK(count(Suite::Default, {"*"}) == 5);
  Selection selection;
  selection.suite = Suite::Default;
  selection.filters = {"host=cpython-3.13"};
  CHECK(explain_empty(all, selection).find("of another suite than \"default\": 1 cells; --suite all") !=
        std::string::npos);
  CHECK(suite_of("real") == Suite::Real);
  CHECK_FALSE(suite_of("rael").has_value());
}

TEST_CASE("Shards are apart, whole together, and the same whatever else there is") {
  std::vector<scenario::Cell> many;
  for (int number = 0; number < 200; ++number) {
    many.push_back(cell("s", {{"n", std::to_string(number)}}));
  }
  for (const unsigned count : {1U, 2U, 3U, 7U}) {
    std::multiset<std::string> seen;
    for (unsigned index = 1; index <= count; ++index) {
      Selection selection;
      selection.shard = Shard{index, count};
      std::vector<std::string> part = ids(select(many, selection));
      CHECK(part.size() > 200 / count / 3);
      seen.insert(part.begin(), part.end());

      std::vector<scenario::Cell> fewer(many.rbegin(), many.rbegin() + 100);
      for (const std::string& id : ids(select(fewer, selection))) {
        CHECK(std::find(part.begin(), part.end(), id) != part.end());
      }
    }
    CHECK(seen.size() == 200);
    CHECK(std::set<std::string>(seen.begin(), seen.end()).size() == 200);
  }
}

TEST_CASE("Shards are written i/n") {
  const auto shard = parse_shard("2/5");
  REQUIRE(shard);
  CHECK(shard->index == 2);
  CHECK(shard->count == 5);
  for (const char* text : {"0/5", "6/5", "1", "1/0", "/", "a/b", "1/2/3", "-1/2", "1/99999999999"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_shard(text));
  }
}

TEST_CASE("A seed gives one order, another seed another, and no cell is lost") {
  std::vector<scenario::Cell> many;
  for (int number = 0; number < 6; ++number) {
    many.push_back(cell("s", {{"n", std::to_string(number)}}));
  }
  Selection selection;
  selection.shuffle_seed = 42;
  const std::vector<std::string> order = ids(select(many, selection));
  // Written down once: the same on every platform and in every release, so that a seed from a report is of use.
  CHECK(order == std::vector<std::string>{"s[n=4]", "s[n=3]", "s[n=0]", "s[n=2]", "s[n=5]", "s[n=1]"});
  CHECK(ids(select(many, selection)) == order);
  selection.shuffle_seed = 43;
  CHECK(ids(select(many, selection)) != order);
  std::vector<std::string> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  CHECK(sorted == ids(many));
}

TEST_CASE("The command that repeats a cell can be pasted") {
  scenario::Cell one = cells().front();
  one.location.file = "scenarios/preload-glob/stray.json";
  CHECK(repeat_command(one, Shell::Posix) ==
        "dllrepro run scenarios/preload-glob/stray.json --filter 'preload-glob/stray[host=venv,loader=torch/glob]' "
        "--keep");
  CHECK(repeat_command(one, Shell::Windows) ==
        "dllrepro run scenarios/preload-glob/stray.json --filter \"preload-glob/stray[host=venv,loader=torch/glob]\" "
        "--keep");
  scenario::Cell alone = cells().back();
  CHECK(repeat_command(alone, Shell::Posix) == "dllrepro run clocks/silence --keep");
  CHECK(repeat_command(alone, Shell::Posix, "--timeout-scale 2 --fixtures 'my own'") ==
        "dllrepro run clocks/silence --timeout-scale 2 --fixtures 'my own' --keep");
  CHECK(quoted("it's", Shell::Posix) == R"('it'\''s')");
  CHECK(quoted("", Shell::Posix) == "''");
}

}  // namespace dllrepro::run

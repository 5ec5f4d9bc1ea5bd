// SPDX-License-Identifier: MIT
#include "harness/cli/listing.hpp"

#include <set>

#include <catch2/catch_test_macros.hpp>

#include "harness/run/selection.hpp"
#include "harness/util/temporary_folder.hpp"

using namespace dllrepro;

namespace {

std::vector<scenario::Cell> cells() {
  std::vector<scenario::Cell> all;
  for (const char* host : {"venv", "conda"}) {
    scenario::Cell cell;
    cell.scenario = "a/first";
    cell.title = "First";
    cell.parameters = {{"host", host}};
    cell.tags = {"x", "y"};
    cell.covers = {"S1.3"};
    all.push_back(cell);
  }
  scenario::Cell other;
  other.scenario = "b/second-one";
  other.title = "Second";
  other.tags = {"x"};
  all.push_back(other);
  return all;
}

}  // namespace

TEST_CASE("Scenarios once each, with title and number of cells") {
  const cli::Listing listing = cli::list_scenarios(cells());
  CHECK(listing.text == "a/first       First\nb/second-one  Second\n");
  CHECK(listing.json.size() == 2);
  CHECK(listing.json[0]["cells"] == 2);
  CHECK(listing.json[0]["covers"] == Json{"S1.3"});
}

TEST_CASE("Cells by the ids that filters take") {
  const cli::Listing listing = cli::list_cells(cells());
  CHECK(listing.text == "a/first[host=venv]\na/first[host=conda]\nb/second-one\n");
  CHECK(listing.json[1]["parameters"] == Json{{"host", "conda"}});
}

TEST_CASE("Tags with the scenarios that have them") {
  const cli::Listing listing = cli::list_tags(cells());
  CHECK(listing.text == "x  2\ny  1\n");
  CHECK(listing.json["y"] == Json{"a/first"});
}

TEST_CASE("Rows of the record with fact, source and scenarios or the reason for none; at the end what is uncovered") {
  const TemporaryFolder folder;
  folder.write("record/a.json", R"({"schema": 1, "title": "t", "sources": {"BOOK": "A book, 2nd edition"}, "rows": {
    "S1.3": {"fact": "a DLL that nobody needs", "source": "BOOK"},
    "W1": {"fact": "a missing import is refused", "level": "T", "wine": "it is bound to a trap", "source": "BOOK 7"},
    "W2": {"fact": "a virus scanner is in the way", "source": "BOOK", "no_scenario": "it takes a virus scanner"}}})");
  const cli::Listing listing = cli::list_rows(cells(), scenario::Record::read(folder.path() / "record"));
  CHECK(listing.text.starts_with("S1.3  a DLL that nobody needs\n      source     "));
  CHECK(listing.text.find("\n      scenarios  a/first\nW1    a missing import is refused\n"
                          "      on Wine    it is bound to a trap\n      source     ") != std::string::npos);
  CHECK(
      listing.text.ends_with("      scenarios  none\nW2    a virus scanner is in the way\n      source     BOOK\n"
                             "      scenarios  none: it takes a virus scanner\n\nsources\nBOOK  A book, 2nd edition\n\n"
                             "1 of 3 rows have a scenario\nwithout one: W1, W2\n"));
  REQUIRE(listing.json.size() == 3);
  CHECK(listing.json[0]["scenarios"] == Json{"a/first"});
  CHECK(listing.json[1]["fact"] == "a missing import is refused");
  CHECK(listing.json[1]["wine"] == "it is bound to a trap");
  CHECK(listing.json[1]["no_scenario"] == "");
  CHECK(listing.json[2]["no_scenario"] == "it takes a virus scanner");
}

TEST_CASE("A matrix has all parts that a cell is in, and together they are all cells") {
  for (const unsigned shards : {1U, 2U, 50U}) {
    CAPTURE(shards);
    const cli::Listing listing = cli::list_shards(cells(), shards);
    std::multiset<std::string> seen;
    for (const Json& part : listing.json.at("shard")) {
      run::Selection selection;
      selection.shard = run::parse_shard(part.get<std::string>());
      REQUIRE(selection.shard.has_value());
      const std::vector<scenario::Cell> taken = run::select(cells(), selection);
      CHECK_FALSE(taken.empty());
      for (const scenario::Cell& cell : taken) {
        seen.insert(cell.id());
      }
    }
    CHECK(seen == std::multiset<std::string>{"a/first[host=venv]", "a/first[host=conda]", "b/second-one"});
  }
  CHECK(cli::list_shards(cells(), 1).json.dump() == R"({"shard":["1/1"]})");
}

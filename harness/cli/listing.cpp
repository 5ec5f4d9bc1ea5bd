// SPDX-License-Identifier: MIT
#include "harness/cli/listing.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/run/selection.hpp"

namespace dllrepro::cli {

namespace {

/// The first cell of each scenario, in order, and how many cells it has.
std::vector<std::pair<const scenario::Cell*, std::size_t>> scenarios_of(const std::vector<scenario::Cell>& cells) {
  std::vector<std::pair<const scenario::Cell*, std::size_t>> scenarios;
  std::map<std::string, std::size_t> places;
  for (const scenario::Cell& cell : cells) {
    const auto [place, added] = places.emplace(cell.scenario, scenarios.size());
    if (added) {
      scenarios.emplace_back(&cell, 0);
    }
    ++scenarios[place->second].second;
  }
  return scenarios;
}

/// Lines with two columns, the second one aligned.
std::string two_columns(const std::vector<std::pair<std::string, std::string>>& rows) {
  std::size_t width = 0;
  for (const auto& [left, right] : rows) {
    width = std::max(width, left.size());
  }
  std::string text;
  for (const auto& [left, right] : rows) {
    text += fmt::format("{:<{}}  {}\n", left, width, right);
  }
  return text;
}

}  // namespace

Listing list_scenarios(const std::vector<scenario::Cell>& cells) {
  Listing listing{Json::array(), {}};
  std::vector<std::pair<std::string, std::string>> rows;
  for (const auto& [cell, count] : scenarios_of(cells)) {
    listing.json.push_back({{"scenario", cell->scenario},
                            {"title", cell->title},
                            {"tags", cell->tags},
                            {"covers", cell->covers},
                            {"cells", count}});
    rows.emplace_back(cell->scenario, cell->title);
  }
  listing.text = two_columns(rows);
  return listing;
}

Listing list_cells(const std::vector<scenario::Cell>& cells) {
  Listing listing{Json::array(), {}};
  for (const scenario::Cell& cell : cells) {
    Json parameters = Json::object();
    for (const auto& [axis, value] : cell.parameters) {
      parameters[axis] = value;
    }
    listing.json.push_back({{"id", cell.id()},
                            {"scenario", cell.scenario},
                            {"parameters", std::move(parameters)},
                            {"tags", cell.tags},
                            {"covers", cell.covers}});
    listing.text += cell.id() + "\n";
  }
  return listing;
}

Listing list_tags(const std::vector<scenario::Cell>& cells) {
  std::map<std::string, std::vector<std::string>> tags;
  for (const auto& [cell, count] : scenarios_of(cells)) {
    for (const std::string& tag : cell->tags) {
      tags[tag].push_back(cell->scenario);
    }
  }
  Listing listing{Json::object(), {}};
  std::vector<std::pair<std::string, std::string>> rows;
  for (const auto& [tag, scenarios] : tags) {
    listing.json[tag] = scenarios;
    rows.emplace_back(tag, std::to_string(scenarios.size()));
  }
  listing.text = two_columns(rows);
  return listing;
}

Listing list_rows(const std::vector<scenario::Cell>& cells, const scenario::Record& record) {
  std::vector<std::pair<std::string, std::vector<std::string>>> covers;
  for (const auto& [cell, count] : scenarios_of(cells)) {
    covers.emplace_back(cell->scenario, cell->covers);
  }
  const auto coverage = scenario::coverage(record, covers);
  std::size_t width = 0;
  for (const auto& [name, scenarios] : coverage) {
    width = std::max(width, name.size());
  }
  Listing listing{Json::array(), {}};
  std::vector<std::string> uncovered;
  for (const auto& [name, scenarios] : coverage) {
    const scenario::RecordRow* known = record.find(name);
    const scenario::RecordRow row = known == nullptr ? scenario::RecordRow{} : *known;
    listing.json.push_back({{"row", name},
                            {"fact", row.fact},
                            {"level", row.level},
                            {"wine", row.wine},
                            {"source", row.source},
                            {"scenarios", scenarios},
                            {"no_scenario", row.no_scenario}});
    listing.text += fmt::format("{:<{}}  {}\n", name, width, row.fact);
    const auto detail = [&](std::string_view label, std::string_view text) {
      listing.text += text.empty() ? "" : fmt::format("{:{}}  {:<9}  {}\n", "", width, label, text);
    };
    detail("on Wine", row.wine);
    detail("source", row.source);
    if (scenarios.empty()) {
      detail("scenarios", row.no_scenario.empty() ? "none" : "none: " + row.no_scenario);
      uncovered.push_back(name);
    } else {
      detail("scenarios", fmt::format("{}", fmt::join(scenarios, ", ")));
    }
  }
  const std::map<std::string, std::string>& sources = record.sources();
  listing.text += "\nsources\n" + two_columns({sources.begin(), sources.end()}) + "\n";
  listing.text += fmt::format("{} of {} rows have a scenario\n", coverage.size() - uncovered.size(), coverage.size());
  if (!uncovered.empty()) {
    listing.text += fmt::format("without one: {}\n", fmt::join(uncovered, ", "));
  }
  return listing;
}

Listing list_fixtures(const scenario::FixtureLibrary& library) {
  Listing listing{Json::object(), {}};
  std::vector<std::pair<std::string, std::string>> rows;
  for (const scenario::FixtureKind kind : scenario::k_fixture_kinds) {
    listing.json[std::string(scenario::folder_of(kind))] = library.names(kind);
    for (const std::string& name : library.names(kind)) {
      rows.emplace_back(scenario::word_for(kind), name);
    }
  }
  listing.text = two_columns(rows);
  return listing;
}

Listing list_shards(const std::vector<scenario::Cell>& cells, unsigned shards) {
  Json parts = Json::array();
  Listing listing;
  for (unsigned index = 1; index <= shards; ++index) {
    run::Selection selection;
    selection.shard = run::Shard{index, shards};
    if (!run::select(cells, selection).empty()) {
      parts.push_back(fmt::format("{}/{}", index, shards));
      listing.text += fmt::format("{}/{}\n", index, shards);
    }
  }
  listing.json = {{"shard", std::move(parts)}};
  return listing;
}

}  // namespace dllrepro::cli

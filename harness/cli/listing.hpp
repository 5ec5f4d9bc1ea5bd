// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "harness/scenario/cell.hpp"
#include "harness/scenario/library.hpp"
#include "harness/util/json_document.hpp"

namespace dllrepro::cli {

/// The same list for people and for programs.
struct Listing {
  Json json;         ///< null when there is nothing to list; `text` then says why
  std::string text;  ///< lines
};

/// [{"scenario", "title", "tags", "covers", "cells": number}]; text: name and title.
Listing list_scenarios(const std::vector<scenario::Cell>& cells);

/// [{"id", "scenario", "parameters", "tags", "covers"}]; text: ids.
Listing list_cells(const std::vector<scenario::Cell>& cells);

/// {"tag": [scenario, ...]}; text: tag and number of scenarios.
Listing list_tags(const std::vector<scenario::Cell>& cells);

/// [{"row", "fact", "level", "wine", "source", "scenarios": [...], "no_scenario"}] for every row of the record; text:
/// the row with its fact, below it what Wine does where that differs, the source and the scenarios, where nothing
/// covers it `none` and the reason; at the end what the sources' short words mean, how many rows have a scenario, and
/// which have none.
Listing list_rows(const std::vector<scenario::Cell>& cells, const scenario::Record& record);

/// {"trees": [...], "hosts": [...], "machines": [...], "loaders": [...], "catalogs": [...]}; text: kind and name.
Listing list_fixtures(const scenario::FixtureLibrary& library);

/// {"shard": ["1/2", "2/2"]}: what `strategy.matrix` of GitHub Actions takes. Parts that no cell is in are left out,
/// since a job that runs nothing fails.
Listing list_shards(const std::vector<scenario::Cell>& cells, unsigned shards);

}  // namespace dllrepro::cli

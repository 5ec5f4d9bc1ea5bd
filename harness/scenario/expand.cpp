// SPDX-License-Identifier: MIT
#include "harness/scenario/expand.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include <fmt/format.h>

#include "harness/scenario/axes.hpp"
#include "harness/scenario/cell_factory.hpp"
#include "harness/scenario/layers.hpp"
#include "harness/scenario/statements.hpp"
#include "harness/scenario/twin.hpp"
#include "harness/util/error.hpp"

namespace dllrepro::scenario {

namespace {

/// The list that everything reports into. Cells repeat the faults of what they share, in words that differ by cell:
/// a place that an earlier cell was faulted for is not faulted again.
class FaultList {
 public:
  Diagnostics all;

  /// What was found so far is not of any cell.
  void end_of_scenario() { m_seen = all.size(); }

  void end_of_cell() {
    Diagnostics kept(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(m_seen));
    for (std::size_t at = m_seen; at < all.size(); ++at) {
      if (!m_places.contains(place(all[at]))) {
        kept.push_back(all[at]);
      }
    }
    for (std::size_t at = m_seen; at < kept.size(); ++at) {
      m_places.insert(place(kept[at]));
    }
    m_seen = kept.size();
    all = std::move(kept);
  }

  /// The scenario's own faults first, then those of fixtures, each file from top to bottom.
  [[nodiscard]] Diagnostics sorted(const std::string& scenario_file) const {
    using Rank = std::tuple<bool, std::string, std::size_t, std::size_t>;
    std::multimap<Rank, Diagnostic> ranked;  // keeps the order of what was found in one place
    std::set<std::string> told;
    for (const Diagnostic& fault : all) {
      if (told.insert(describe(fault)).second) {
        const Location& at = fault.location;
        ranked.emplace(Rank(at.file != scenario_file, at.file, at.line, at.column), fault);
      }
    }
    Diagnostics faults;
    faults.reserve(ranked.size());
    for (auto& [rank, fault] : ranked) {
      faults.push_back(std::move(fault));
    }
    return faults;
  }

 private:
  using Place = std::tuple<std::string, std::string>;
  static Place place(const Diagnostic& fault) { return {fault.location.file, fault.location.pointer}; }

  std::size_t m_seen = 0;
  std::set<Place> m_places;
};

void report_too_many(const Scenario& scenario, std::size_t most, Diagnostics& faults) {
  faults.push_back({scenario.document->locate("/axes"), fmt::format("the axes make more than {} cells", most)});
}

/// Says whether the axes allow any cell to be looked at, and reports when there are too many combinations.
bool has_cells(const Scenario& scenario, Diagnostics& faults) {
  if (!scenario.document->root().is_object()) {
    return false;
  }
  const Json expect = scenario.document->root().value("expect", Json::array());
  const bool sparse = std::any_of(expect.begin(), expect.end(),
                                  [](const Json& entry) { return entry.is_object() && entry.contains("table"); });
  const std::size_t most = sparse ? k_most_combinations : k_most_cells;
  const std::size_t count = count_combinations(scenario.axes, most);
  if (count > most) {
    report_too_many(scenario, most, faults);
  }
  return count >= 1 && count <= most;
}

}  // namespace

std::vector<Cell> expand(const Scenario& scenario, const FixtureLibrary& library) {
  FaultList faults;
  faults.all = scenario.faults;
  std::vector<Cell> cells;
  try {
    if (has_cells(scenario, faults.all)) {
      Statements statements(scenario, library.record(), faults.all);
      CellFactory factory(scenario, library, faults.all);
      faults.end_of_scenario();
      Combination combination(scenario.axes.size(), 0);
      do {
        if (!statements.is_cell(combination)) {
          continue;
        }
        if (cells.size() == k_most_cells) {
          report_too_many(scenario, k_most_cells, faults.all);
          break;
        }
        const Layers layers(scenario, combination, faults.all);
        cells.push_back(factory.make(layers, combination));
        statements.apply(layers, combination, cells.back());
        add_twin(cells.back(), layers, combination, factory, statements.modules());
        faults.end_of_cell();
      } while (advance(combination, scenario.axes));
      factory.finish();
      statements.finish();
    }
  } catch (const BadInput& bad) {
    // A fixture that is no JSON: nothing that needs it can be told.
    faults.all.insert(faults.all.end(), bad.diagnostics().begin(), bad.diagnostics().end());
  }
  if (!faults.all.empty()) {
    throw BadInput(faults.sorted(scenario.document->file()));
  }
  return cells;
}

std::vector<Cell> load_cells(const std::filesystem::path& file, const FixtureLibrary& library) {
  JsonDocument document = JsonDocument::read(file);
  if (!is_cell(document) && is_beside_file(file)) {
    throw BadInput({{document.locate(""), "this is no scenario; name one that uses it"}});
  }
  std::vector<Cell> cells =
      is_cell(document) ? std::vector<Cell>{cell_from_json(document)}
                        : expand(parse_scenario(std::move(document), scenario_name(file), file.parent_path()), library);
  for (Cell& cell : cells) {
    cell.read_from = file;
  }
  return cells;
}

}  // namespace dllrepro::scenario

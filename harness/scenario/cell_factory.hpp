// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/scenario/cell.hpp"
#include "harness/scenario/fixtures.hpp"
#include "harness/scenario/layers.hpp"
#include "harness/scenario/library.hpp"
#include "harness/scenario/surroundings.hpp"

namespace dllrepro::scenario {

/// Makes cells of one scenario: everything but what is expected of them.
class CellFactory {
 public:
  CellFactory(const Scenario& scenario, const FixtureLibrary& library, Diagnostics& diagnostics);

  /// The cell of one combination; faults are reported, and its tree is empty when it does not resolve.
  Cell make(const Layers& layers, const Combination& combination);

  /// After the last cell: reports parameters that no loader and no step of any cell knows, and axes whose name an
  /// operation or a parameter has, too.
  void finish();

 private:
  void add_program(const Layers& layers, Cell& cell);
  std::map<std::string, std::string> other_loaders(const Layers& layers) const;
  std::map<std::string, Json> given_parameters(const Layers& layers);
  std::vector<loader::Operation> operations(const std::vector<JsonCursor>& lists, const loader::ParseContext& context);
  tree::TreePlan plan(const Host& host, const Surroundings& surroundings);

  const Scenario& m_scenario;
  const FixtureLibrary& m_library;
  Diagnostics& m_diagnostics;
  std::set<std::string> m_files;                  ///< names of those that values of axes are put into
  std::string m_text;                             ///< what stands in them
  std::map<std::string, tree::TreePlan> m_plans;  ///< by Python, executables and layers' texts
  std::map<std::string, Location> m_parameters;   ///< given by the scenario and its patches
  std::set<std::string> m_declared;               ///< parameters that loaders of its cells have
  std::set<std::string> m_remembered;             ///< names that the scenario's own operations remember
};

}  // namespace dllrepro::scenario

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "harness/scenario/cell_factory.hpp"
#include "harness/scenario/layers.hpp"
#include "harness/scenario/module_checks.hpp"

namespace dllrepro::scenario {

/// A twin runs real code beside our data, in a second child on the same tree:
///
///   "twin": { "host": "cpython", "tree": {"install": ["cuda-pathfinder==1.8.4"]},
///             "loader": {"operations": [{"python": "from cuda.pathfinder import load_nvidia_dynamic_lib as load"}]},
///             "steps": [{"python": "load('cudart').abs_path", "as": "cudart"}],
///             "not_compared": {"message": "1.4.0 says it in other words"} }
///   "twin": { "host": "cpython", "loaders": {"pathfinder/ask": "pathfinder/ask-really"} }
///
/// It is one more layer on top of all of the cell's, with the keys of a patch; a scenario has one, and so may a patch,
/// whose twin is a layer on top of the scenario's; null takes the earlier ones away. Where "loaders" names a loader,
/// the twin runs the other in its place, also below `run`: so the rest of the program stays the same. A twin with
/// "suite": "real" is run in that suite alone, where its cell is taken for it.
///
/// Both children are judged by the cell's expectation, of which the twin's "expect" may replace members, and held
/// against each other (harness/run/compare_twin.hpp) in everything but what "not_compared" names, with the reason.

/// Reports what is wrong with a twin in any cell: keys, words of "not_compared".
void check_twin(const JsonCursor& twin);

/// Gives a cell, which is complete, the twin that its layers describe; none where they describe none.
void add_twin(Cell& cell, const Layers& layers, const Combination& combination, CellFactory& factory,
              ModuleChecks& modules);

/// What two twins are compared in: the words of "not_compared".
const std::vector<std::string>& twin_words();

}  // namespace dllrepro::scenario

// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/scenario/cell.hpp"
#include "harness/util/json_document.hpp"

namespace dllrepro::scenario::testing {

/// One measured result and the cell that it is to be. In fixtures/record/measured/NAME.json, which
/// ci/measured_record.py wrote from the raw results:
///
///   results     how many there are
///   by          the axis whose values the keys of `answers` are; a situation may name another
///   order       [value, ...] of that axis, for ranges in these keys
///   situations  {name: {cell: {scenario, AXIS: VALUE, ...}, by, no_cell, answers: {"1.2.0..1.2.3, 1.6.1": answer}}}
///
/// `no_cell` is the reason why no cell of the situation can run; there may be no `cell` then. What an answer is depends
/// on the file: see faults_of_pathfinder_cell and faults_of_torch_cell.
struct MeasuredResult {
  std::string name;                           ///< "09n_PATH_only_cuda12, release 1.6.1"
  std::string scenario;                       ///< "" where no scenario has it
  std::map<std::string, std::string> values;  ///< of the scenario's axes
  Json answer;
  Json situation;
  std::string no_cell;
};

/// All results of a file's root, in its order.
std::vector<MeasuredResult> measured_results(const Json& record);

/// The cells among `cells` that have the result's values.
std::vector<const Cell*> cells_with(const std::map<std::string, std::string>& values, const std::vector<Cell>& cells);

/// What is wrong with the number of the result's cells: none, several, none that runs anywhere; a reason for having
/// none that is out of date. Nothing, when a cell runs or the reason holds.
std::vector<std::string> faults_of_number(const MeasuredResult& result, const std::vector<const Cell*>& cells);

/// Where what a cell expects differs from what a release of cuda-pathfinder answered, and what of it the cell does not
/// state. `record` is the root of the file, for its "roots"; an answer has, each where there is something to tell:
///
///   no_loader        the error of a release that has nothing to ask
///   steps            [{load, found, via, already_loaded, same_object} | {load, raised} | {call, opened}, ...]
///   path_appended    folders behind what PATH was; `path`: PATH as a whole, where it was not set
///   registered       folders that a load from user directories alone looks into
///   also_resident    modules besides those found
///   warnings         [text, ...]
///   child_ran_the_program  where the situation is about that
std::vector<std::string> faults_of_pathfinder_cell(const Cell& cell, const Json& answer, const Json& record);

/// The same for a wheel of torch. An answer is a text: "ok", "126 shm.dll", "ImportError _C", "ImportError once per
/// process", "126 shm.dll, PATH patched twice", each with " *" behind it when the hint to install the redistributable
/// was printed; or an object with that as its `outcome`, and with `resident_after_import` and `load_order`.
std::vector<std::string> faults_of_torch_cell(const Cell& cell, const Json& answer, const Json& situation);

}  // namespace dllrepro::scenario::testing

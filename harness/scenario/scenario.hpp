// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "harness/scenario/beside.hpp"
#include "harness/util/diagnostic.hpp"
#include "harness/util/json_document.hpp"

namespace dllrepro::scenario {

/// What one value of an axis stands for.
struct AxisValue {
  std::string name;     ///< as in a cell's id and in `when`
  Json value;           ///< a scalar, a patch (object), or the fixture's name or inline object of host, machine, loader
  std::string pointer;  ///< where it stands in `document`
  std::shared_ptr<const JsonDocument> document;  ///< the file beside the scenario that it is from; none: the scenario
};

/// One dimension of a scenario's matrix.
struct Axis {
  std::string name;
  std::vector<AxisValue> values;  ///< in the file's order, which ranges and searches go by
  std::string pointer;
  bool shown = true;    ///< false: host, machine or loader that the scenario names once; not part of a cell's id
  bool faulty = false;  ///< some of its values could not be read, so that a `when` may well name one of these
};

/// One scenario file, parsed as far as it is the same for all cells; the rest depends on the axes and is read by
/// expand(). Format 1, every key but schema, title, why and expect optional:
///
///   schema       1
///   title why    one line; what the regression is and how it came about
///   evidence     [text, ...]  public issue `owner/repo#n`, document, or row of the record: "L84"
///   covers       [row, ...]   rows of fixtures/record ("S1.3", "W1", "L84")
///   tags         [text, ...]
///   tree         {use, install, add, remove, replace, ...}    harness/tree/fixture.hpp
///   host         "python-org" | {...} | [several: an axis]    default "python-org"
///   machine      "clean" | {...} | [several: an axis]         default "clean"
///   loader       "torch/glob" | {...} | [several: an axis]    default: no operations
///   axes         {name: {value: patch, ...} | [scalar, ...] | {"from": FILE, "only": [text, ...]}}
///   parameters   {name: value} of the loader      environment  {NAME: text | null}
///   path_front path_back  [tree path, ...]        steps        [operation, ...]  harness/loader/operation.hpp
///   expect       [{"when": {axis: text | [text, ...]}, ...Expectation} | {"when", "table": FILE}]
///   known_gaps   [{"row": "W1", "when", "why", "observed": {Expectation}}]
///   skip         [{"when", "why", "platform": "wine" | "windows"}]
///   twin         a patch and more: real code beside our data  harness/scenario/twin.hpp
///   clocks       {start, step, silence, exit, cell: seconds}   repeat  1..1000
///
/// A patch may hold tree, environment, path_front, path_back, parameters, steps, host, machine, loader, clocks, twin,
/// before_loader, after_loader, before_steps and after_steps. Layers apply in this order: host, machine, scenario, then
/// the patches in the axes' order; a later one wins. `{axis}` in any text of the scenario is replaced by the value's
/// name; a text that is nothing but `{axis}` becomes the scalar itself.
///
/// FILE lies beside the scenario: a table of expectations (harness/scenario/table.hpp), or an axis, NAME.axis.json:
/// {"schema": 1, "title", "why", "evidence", "values": {value: patch, ...} | [scalar, ...]}. An axis may take its
/// values from a table, too: those that its rows or columns name, in their order. A text of `when` and of "only" is a
/// value, a pattern with *, or a range of values in the axis's order: "1.8.0..1.8.4", "1.8.0..", "..1.8.4".
///
/// Which combinations are cells: all, in a scenario without tables. One that names a table has a cell where an outcome
/// is stated, by an answer of a table or by an expectation that selects the combination; what states no outcome is
/// added to the cells that there are. So a table with gaps makes a matrix with the same gaps.
struct Scenario {
  std::string name;  ///< path below scenarios/ without its ending
  std::string title;
  std::string why;
  std::vector<std::string> evidence;
  std::vector<std::string> covers;
  std::vector<std::string> tags;
  std::vector<Axis> axes;  ///< in the file's order, host, machine and loader among them
  std::uint32_t repeat = 1;
  std::shared_ptr<const JsonDocument> document;
  std::shared_ptr<BesideFiles> beside;
  Diagnostics faults;  ///< found so far; expand() finds the rest and throws them all together
};

/// Parses a scenario; faults are in the result, so that those of its cells can be told in the same go. What it names
/// beside it is read from `folder`.
Scenario parse_scenario(JsonDocument document, std::string name, const std::filesystem::path& folder = {});

/// "preload-glob/stray-broken-dll" for .../scenarios/preload-glob/stray-broken-dll.json; the stem elsewhere.
std::string scenario_name(const std::filesystem::path& file);

}  // namespace dllrepro::scenario

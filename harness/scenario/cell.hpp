// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/loader/lookup/store.hpp"
#include "harness/loader/operation.hpp"
#include "harness/process/clocks.hpp"
#include "harness/scenario/expectation.hpp"
#include "harness/scenario/host.hpp"
#include "harness/scenario/system32.hpp"
#include "harness/tree/plan.hpp"

namespace dllrepro::scenario {

/// A declared reason not to run a cell.
struct Skip {
  std::string why;
  std::string platform;  ///< "wine" or "windows"; "" on both
};

struct Twin;

/// One expanded combination of a scenario's axes: everything a run needs, and nothing that refers back to a file.
/// Written to a file (to_json) and read on another machine it runs with the same result.
struct Cell {
  std::string scenario;  ///< path below scenarios/ without its ending: "preload-glob/stray-broken-dll"
  std::string title;
  Location location;                                            ///< of the scenario
  std::filesystem::path read_from;                              ///< a scenario or a cell.json; not written to a file
  std::vector<std::pair<std::string, std::string>> parameters;  ///< axis -> value, in the file's order
  std::vector<std::string> tags;
  std::vector<std::string> covers;

  Host host;
  tree::TreePlan tree;
  std::map<std::string, std::string> environment;  ///< beyond the hermetic base; values may name {place}s
  std::vector<std::string> path_front;             ///< PATH entries before and behind System32 and Windows,
  std::vector<std::string> path_back;              ///< tree paths
  System32 system32;                               ///< how the machine's differs
  std::map<std::string, Json> loader_parameters;
  loader::lookup::Catalogs catalogs;  ///< the releases that its operations look libraries up in
  std::vector<loader::Operation> loader;
  std::vector<loader::Operation> steps;

  Expectation expectation;
  std::vector<KnownGap> known_gaps;
  std::vector<Skip> skips;
  process::Clocks clocks;
  std::uint32_t repeat = 1;
  std::string machine_architecture = "x64";  ///< of the host's exe; others are skipped where they can't run
  std::shared_ptr<const Twin> twin;          ///< real code on the same tree; none: the cell stands alone

  /// `preload-glob/stray-broken-dll[host=python-org,loader=torch/glob]`; the scenario alone where it has no axes.
  [[nodiscard]] std::string id() const;

  /// The skip that holds on this platform ("wine" or "windows"), nothing when the cell is to be run there.
  [[nodiscard]] std::optional<Skip> skip_on(std::string_view platform) const;
};

/// What runs beside a cell, in a child of its own, to be compared with it (harness/scenario/twin.hpp).
struct Twin {
  Cell cell;                                        ///< complete, but without a twin of its own
  std::map<std::string, std::string> not_compared;  ///< word, or word and name -> why
  Location location;                                ///< of the scenario's or the patch's "twin"
  bool is_real = false;                             ///< of the suite real alone, whatever suite the cell is of
};

/// `{"schema": 1, "cell": {...}}`.
Json to_json(const Cell& cell);

/// Says whether a document is a cell written by to_json rather than a scenario.
bool is_cell(const JsonDocument& document);

/// The way back. Throws BadInput with every fault.
Cell cell_from_json(const JsonDocument& document);

}  // namespace dllrepro::scenario

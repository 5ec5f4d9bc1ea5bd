// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/loader/operation.hpp"
#include "harness/process/clocks.hpp"
#include "harness/scenario/expectation.hpp"
#include "harness/tree/plan.hpp"

namespace dllrepro::scenario {

/// What process does the loading (fixtures/hosts/NAME.json), resolved.
struct Host {
  std::string name;
  tree::TreePath executable = "{prefix}/python.exe";
  std::uint32_t default_dll_directories = 0;   ///< flags of SetDefaultDllDirectories at start, 0: not called
  std::vector<tree::TreePath> dll_directories; ///< AddDllDirectory at start, in order
  std::optional<std::string> set_dll_directory;
  std::uint32_t extension_flags = 0x1100;      ///< LoadLibraryExW flags of an extension module's import; 0: LoadLibraryW
};

/// One expanded combination of a scenario's axes: everything a run needs, and nothing that refers back to a file.
/// Written to a file (to_json) and read on another machine it runs with the same result.
struct Cell {
  std::string scenario;   ///< path below scenarios/ without its ending: "preload-glob/stray-broken-dll"
  std::string title;
  Location location;      ///< of the scenario
  std::vector<std::pair<std::string, std::string>> parameters;  ///< axis -> value, in the file's order
  std::vector<std::string> tags;
  std::vector<std::string> covers;

  Host host;
  tree::TreePlan tree;
  std::map<std::string, std::string> environment;   ///< beyond the hermetic base; values may name {place}s
  std::vector<std::string> path_front;              ///< PATH entries before and behind System32 and Windows,
  std::vector<std::string> path_back;               ///< tree paths
  std::vector<std::string> without_system_dlls;     ///< base names that the machine does not have
  std::map<std::string, Json> loader_parameters;
  std::vector<loader::Operation> loader;
  std::vector<loader::Operation> steps;

  Expectation expectation;
  std::vector<KnownGap> known_gaps;
  process::Clocks clocks;
  std::uint32_t repeat = 1;
  std::string machine_architecture = "x64";         ///< of the host's exe; others are skipped where they can't run

  /// `preload-glob/stray-broken-dll[host=python-org,loader=torch/glob]`; the scenario alone where it has no axes.
  [[nodiscard]] std::string id() const;
};

Json to_json(const Cell& cell);

}  // namespace dllrepro::scenario

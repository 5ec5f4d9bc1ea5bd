// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dllrepro::run {

/// When a cell's tree stays on disk, with cell.json, plan.json and events.jsonl to look at.
enum class Keep { Never, OnFailure, Always };

/// How a run goes about its cells; which cells it runs is selection.hpp's concern.
struct RunOptions {
  /// Where the trees are assembled; made when missing. Nothing outside of it is written but the journal.
  std::filesystem::path work_folder;

  /// Where composed stubs are kept for the run's next cell. On the work folder's volume, for trees link to it. Empty:
  /// in the work folder.
  std::filesystem::path stub_store;

  /// Real packages and interpreters for trees that install them; see artefact_cache.hpp. Empty: none.
  std::filesystem::path cache;

  /// Machine architecture ("x64") -> the probe for it. Cells of other architectures are skipped.
  std::map<std::string, std::filesystem::path> probes;

  unsigned jobs = 0;               ///< children at a time; 0: default_jobs()
  double timeout_scale = 1.0;      ///< every clock of every cell times this
  std::optional<unsigned> repeat;  ///< attempts per cell, instead of what the scenario says
  bool fail_fast = false;          ///< start no further cell after the first that fails or is broken
  Keep keep = Keep::OnFailure;

  /// Where the cells stand in the whole run that they are a part of, one number each; empty: 0, 1, 2 ...
  std::vector<std::size_t> numbers;

  /// What the commands that repeat a cell have to say besides: repeat_command()'s options.
  std::string repeat_options;
};

/// Four per core: starting a child waits more than it computes (30 ms alone, 9 ms each at eight on two cores).
unsigned default_jobs();

}  // namespace dllrepro::run

// SPDX-License-Identifier: MIT
#include <array>
#include <ctime>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "harness/cli/run_facts.hpp"
#include "harness/cli/version.hpp"
#include "harness/run/environment.hpp"
#include "harness/scenario/program_folder.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::cli {

namespace fs = std::filesystem;

run::RunFacts facts_of(const RunArguments& arguments, std::size_t cells) {
  run::RunFacts facts;
  facts.program_version = k_version;
  facts.platform = run::this_machine().platform;
  facts.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  facts.cells = cells;
  facts.jobs = arguments.options.jobs == 0 ? run::default_jobs() : arguments.options.jobs;
  facts.timeout_scale = arguments.options.timeout_scale;
  facts.filters = arguments.selection.filters;
  if (arguments.selection.shard) {
    facts.shard = fmt::format("{}/{}", arguments.selection.shard->index, arguments.selection.shard->count);
  }
  facts.seed = arguments.selection.shuffle_seed;
  return facts;
}

std::map<std::string, fs::path> find_probes() {
  const fs::path folder = scenario::program_folder();
  std::map<std::string, fs::path> probes;
  std::error_code failed;
  constexpr std::array<std::pair<const char*, const char*>, 3> k_names{
      {{"x64", "dllrepro-probe.exe"}, {"x86", "dllrepro-probe-x86.exe"}, {"arm64", "dllrepro-probe-arm64.exe"}}};
  for (const auto& [machine, name] : k_names) {
    if (fs::is_regular_file(folder / name, failed)) {
      probes.emplace(machine, folder / name);
    }
  }
  if (probes.empty()) {
    throw EnvironmentFailure(
        fmt::format("failed to find the probe, the program that loads the DLLs: no dllrepro-probe.exe "
                    "in {}; `cmake --build` makes it there, beside dllrepro.exe",
                    display_path(folder)));
  }
  return probes;
}

}  // namespace dllrepro::cli

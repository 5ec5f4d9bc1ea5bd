// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/invocation.hpp"
#include "harness/cli/run_command.hpp"

namespace dllrepro::cli {

/// What `dllrepro bisect` was asked for.
struct BisectArguments {
  RunArguments run;  ///< the scenario, filters, fixtures and what else a run takes
  std::string axis;
  std::string good;  ///< "": the axis's first value
  std::string bad;   ///< "": its last
  bool scan = false;
  std::string json;      ///< file for the result, "": none
  std::string markdown;  ///< file for the result, "": none
};

/// Reads the command line. Returns the code to end with where there is nothing to search (see parse_arguments).
std::optional<ExitCode> parse_bisect(const std::vector<std::string>& words, BisectArguments& arguments);

/// What became of the one cell of a run, from the run's journal. Throws EnvironmentFailure when the run did not get as
/// far as an answer: it ended with another code than cells are judged by, or its journal does not tell of this cell
/// alone.
run::CellResult result_of_single_run(ExitCode code, const std::filesystem::path& journal, const std::string& cell);

/// `dllrepro bisect`.
ExitCode bisect_command(const Invocation& invocation);

}  // namespace dllrepro::cli

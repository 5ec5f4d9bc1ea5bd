// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

#include "harness/cli/run_command.hpp"
#include "harness/run/journal.hpp"

namespace dllrepro::cli {

/// What a journal begins with.
run::RunFacts facts_of(const RunArguments& arguments, std::size_t cells);

/// The probes beside the program, by machine architecture: dllrepro-probe.exe for x64, and for others where they were
/// built. Throws EnvironmentFailure when there is none at all.
std::map<std::string, std::filesystem::path> find_probes();

}  // namespace dllrepro::cli

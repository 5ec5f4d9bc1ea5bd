// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace dllrepro::scenario {

/// The folder of the running program; empty where the system does not tell.
std::filesystem::path program_folder();

}  // namespace dllrepro::scenario

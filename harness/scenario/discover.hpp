// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dllrepro::scenario {

/// The scenario files that `arguments` name: a file, a folder (all *.json below it but tables and axes), or a
/// scenario's name or folder below `root`/scenarios ("preload-glob", "preload-glob/stray-broken-dll"). None given: all
/// of `root`/scenarios. Sorted, each once. Throws BadInput for what does not exist, with the nearest name.
std::vector<std::filesystem::path> discover(const std::vector<std::string>& arguments,
                                            const std::filesystem::path& root);

}  // namespace dllrepro::scenario

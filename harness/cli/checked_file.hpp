// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/cell_source.hpp"
#include "harness/scenario/library.hpp"

namespace dllrepro::cli {

/// Says whether a folder is the library's folder `fixtures` or lies below it.
bool is_fixture_folder(const std::filesystem::path& folder, const scenario::FixtureLibrary& library);

/// The library's files in and below a folder, sorted: trees, hosts, machines, loaders, catalogs, the record and the
/// lock of distributions.
std::vector<std::filesystem::path> library_files(const std::filesystem::path& folder,
                                                 const scenario::FixtureLibrary& library);

/// The tables and axes in the folders of these scenarios that no scenario beside them names, sorted.
std::vector<std::filesystem::path> unnamed_beside_files(const std::vector<std::filesystem::path>& scenarios);

/// Reads one file as what it is and adds its faults: a table or an axis with the scenarios that name it, a file of the
/// library's with those that it leads to (of the record all), a stub spec when it has no key that a scenario must have,
/// else a scenario or a cell. Returns the number of its cells.
std::size_t check_file(const std::filesystem::path& file, const scenario::FixtureLibrary& library, FaultList& faults);

/// "1 cell", "2 cells".
std::string counted(std::size_t count, std::string_view noun);

}  // namespace dllrepro::cli

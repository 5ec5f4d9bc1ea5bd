// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "harness/loader/lookup/release.hpp"
#include "harness/loader/lookup/state.hpp"
#include "harness/loader/system.hpp"

namespace dllrepro::loader::lookup {

/// The folders that exist below roots, by one pattern with / between its parts: "nvidia/*/bin". All of one root come
/// before those of the next. The order of what * stands for, and how the result is written, follow the rules.
std::vector<std::string> existing_folders(const std::vector<std::string>& roots, const std::string& pattern,
                                          const FolderRules& rules, System& system, State& state);

/// What lies in a folder, names alone, sorted as Python sorts texts.
std::vector<std::string> entries_of(const std::string& folder, System& system);

/// The first file of a folder that is the library's: by the names or the pattern that the rules tell; "" for none.
/// `machine` is what it has to be for, "" when that is not looked at.
std::string library_file(const std::string& folder, const Library& library, const FileRules& rules,
                         const std::string& machine, System& system);

}  // namespace dllrepro::loader::lookup

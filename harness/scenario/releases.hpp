// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/loader/lookup/store.hpp"
#include "harness/loader/operation.hpp"
#include "harness/scenario/library.hpp"

namespace dllrepro::scenario {

/// The releases that operations look libraries up in, whole, for the cell that carries them. Reports at an operation
/// the catalog or release that is not there, and one that only the running program would know.
loader::lookup::Catalogs releases_of(const std::vector<loader::Operation>& operations,
                                     const std::map<std::string, Json>& parameters, const FixtureLibrary& library,
                                     Diagnostics& diagnostics);

}  // namespace dllrepro::scenario

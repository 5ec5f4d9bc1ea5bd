// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "harness/scenario/cell.hpp"
#include "harness/tree/places.hpp"

namespace dllrepro::run {

/// The plan of a cell's child as harness/loader/plan.hpp describes it, with the absolute paths of one run and the
/// environment that the child starts with. `python` is the version of a host that is a real interpreter, "3.12".
Json probe_plan(const scenario::Cell& cell, const tree::PlaceMap& places,
                const std::map<std::string, std::string>& environment, const std::string& python = {});

/// Where the operation of a pointer in the plan ("/loader/3/do/0") is written; no file when the pointer names none.
Location location_of_step(const scenario::Cell& cell, std::string_view pointer);

}  // namespace dllrepro::run

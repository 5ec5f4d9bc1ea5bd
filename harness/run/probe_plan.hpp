// SPDX-License-Identifier: MIT
#pragma once

#include "harness/scenario/cell.hpp"
#include "harness/tree/places.hpp"

namespace dllrepro::run {

/// The plan of a cell's child as harness/loader/plan.hpp describes it, with the absolute paths of one run.
Json probe_plan(const scenario::Cell& cell, const tree::PlaceMap& places);

/// Where the operation of a pointer in the plan ("/loader/3/do/0") is written; no file when the pointer names none.
Location location_of_step(const scenario::Cell& cell, std::string_view pointer);

}  // namespace dllrepro::run

// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "harness/loader/interpreter.hpp"
#include "harness/loader/operation.hpp"

namespace dllrepro::loader {

inline constexpr unsigned k_protocol = 1;

/// What one child is told to do, as the run room writes it and the probe reads it:
///
///   { "protocol": 1,
///     "places": {name: absolute path},
///     "host": { "default_dll_directories": flags, 0: not called     "dll_directories": [absolute path],
///               "set_dll_directory": path, "" or null: not called   "extension_flags": flags,
///               "child": the host of a second probe, with its "executable",
///               "python": path of python3XX.dll, "" or not given: the host is no interpreter },
///     "catalogs": {name: {release: {"rules", "libraries"}}}: the releases that `lookup` names, whole
///     "started_again": true in a child that goes through its parent's program for the second time
///     "parameters": {name: value}, "loader": [operations], "steps": [operations] }
///
/// Every member but protocol may be left out.
struct Plan {
  ProgramSetup setup;
  std::vector<Operation> host;  ///< the host's search policy as operations, so that it shows in the events as any other
  std::vector<Operation> loader;
  std::vector<Operation> steps;
};

/// Reads a plan; faults are reported through the cursor. Operations' pointers are those of the plan: "/loader/3/do/0".
Plan parse_plan(const JsonCursor& cursor);

}  // namespace dllrepro::loader

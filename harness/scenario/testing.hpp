// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/scenario/expand.hpp"
#include "harness/util/error.hpp"

namespace dllrepro::scenario::testing {

/// The repository's own fixtures; tests run in the source folder.
inline const FixtureLibrary& library() {
  static const FixtureLibrary fixtures(".");
  return fixtures;
}

/// The cells of a scenario given as text.
inline std::vector<Cell> cells_of(const std::string& text) {
  return expand(parse_scenario(JsonDocument::parse(text, "x.json"), "x"), library());
}

/// What a scenario given as text is faulted for; empty when it is right.
inline Diagnostics faults_of(const std::string& text) {
  try {
    cells_of(text);
  } catch (const BadInput& bad) {
    return bad.diagnostics();
  }
  return {};
}

}  // namespace dllrepro::scenario::testing

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

/// The cells of a scenario given as text, which lies in `folder` as far as it names files beside it.
inline std::vector<Cell> cells_of(const std::string& text, const std::filesystem::path& folder = {}) {
  return expand(parse_scenario(JsonDocument::parse(text, "x.json"), "x", folder), library());
}

/// What a scenario given as text is faulted for; empty when it is right.
inline Diagnostics faults_of(const std::string& text, const std::filesystem::path& folder = {}) {
  try {
    cells_of(text, folder);
  } catch (const BadInput& bad) {
    return bad.diagnostics();
  }
  return {};
}

}  // namespace dllrepro::scenario::testing

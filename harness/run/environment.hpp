// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "harness/scenario/cell.hpp"
#include "harness/tree/places.hpp"

namespace dllrepro::run {

/// What a child's environment and skips depend on of the machine that it runs on.
struct MachineFacts {
  std::filesystem::path windows;   ///< C:\Windows
  std::filesystem::path system32;  ///< C:\Windows\System32
  unsigned processors = 1;
  bool under_wine = false;
  std::string platform;        ///< "Wine 8.0", "Windows 10.0.22631"
  std::string system32_key{};  ///< of the machine that this Wine prefix was made for; "" for the plain one
};

/// The machine that this process runs on. Throws EnvironmentFailure in a native Linux build, which can run no child.
MachineFacts this_machine();

/// A child's whole environment: nothing comes from ours, so that no PATH or CUDA_PATH of the person who runs it can
/// change an answer. The list stands in environment.cpp, with a reason for each name; the cell's own variables come
/// last and may replace any. Names compare without case, as Windows does.
std::map<std::string, std::string> child_environment(const scenario::Cell& cell, const tree::PlaceMap& places,
                                                     const MachineFacts& machine);

/// Replaces each `{place}` by its folder; where there was one, slashes become backslashes, for the value is then a path
/// or a list of them. Other braces stay.
std::string with_places(std::string_view text, const tree::PlaceMap& places);

}  // namespace dllrepro::run

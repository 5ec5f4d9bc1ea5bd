// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dllrepro::loader {

/// Says whether a path has * or ? in it.
inline bool has_wildcard(std::string_view path) {
  return path.find_first_of("*?") != std::string_view::npos;
}

/// Sorts what a glob found, by the last part of each path:
///
///   name      as NTFS keeps a folder's entries, by upper-case names: c10.dll, c10_cuda.dll, torchx.dll, torch_cpu.dll
///             ('_' stands behind the letters); what FindFirstFile gives on Windows, and Python's glob passes on
///   reverse   the other way round
///   newest    as people count, the highest first: v9.10 before v9.9; how cuda-pathfinder takes installed versions
///   as_found  not at all
void order_files(std::vector<std::string>& files, std::string_view order);

}  // namespace dllrepro::loader

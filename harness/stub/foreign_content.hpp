// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace dllrepro::stub {

/// What stands in a DLL's place when it is no image: the bytes for the words text, html, zip and git-lfs.
std::vector<std::byte> foreign_content(std::string_view word);

/// A .NET assembly for any CPU, as far as the loader looks: PE32, CLR header "IL only", no native code, no entry point,
/// no imports. A 64-bit process loads it by full path and passes over it on a search path (row L139 of the record).
std::vector<std::byte> net_only_image();

}  // namespace dllrepro::stub

// SPDX-License-Identifier: MIT
#pragma once

namespace dllrepro::cli {

/// The version that CMakeLists.txt names, "0.1.0".
inline constexpr const char* k_version = DLLREPRO_VERSION;

}  // namespace dllrepro::cli

// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "harness/util/windows_api.hpp"

namespace dllrepro::probe {

/// A module's path in UTF-8, whole however long it is; null asks for the program's own.
std::string module_path(HMODULE module);

}  // namespace dllrepro::probe

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace dllrepro::probe {

/// UTF-8 to the process's ANSI code page, as a program that calls LoadLibraryA has it: what the page lacks becomes "?".
std::string to_ansi(std::string_view utf8);

}  // namespace dllrepro::probe

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace dllrepro::probe {

/// UTF-8 to UTF-16 and back; what is no valid text becomes U+FFFD.
std::wstring to_wide(std::string_view utf8);
std::string to_utf8(std::wstring_view wide);

/// UTF-8 to the process's ANSI code page, as a program that calls LoadLibraryA has it: what the page lacks becomes "?".
std::string to_ansi(std::string_view utf8);

/// One argument as CommandLineToArgvW and the C runtimes read it back.
std::wstring quoted_argument(std::wstring_view argument);

}  // namespace dllrepro::probe

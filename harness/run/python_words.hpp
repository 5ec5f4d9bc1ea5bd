// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace dllrepro::run {

/// What an interpreter that could not start says of it on standard error, in one line: the fatal error's and the
/// exception's, which CPython writes among others (Python/pylifecycle.c). "" when it says neither.
std::string words_of_python(std::string_view standard_error);

}  // namespace dllrepro::run

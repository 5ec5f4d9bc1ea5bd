// SPDX-License-Identifier: MIT
// On Windows alone.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/util/error.hpp"

namespace dllrepro {

/// UTF-16 for the system; bytes that are no UTF-8 become U+FFFD.
std::wstring to_wide(std::string_view text);

/// UTF-8 from the system; lone surrogates become U+FFFD, so that the result can always be written as JSON.
std::string to_utf8(std::wstring_view text);

/// What the system says of a Win32 error, in English where it can, without the newline; "" when it knows none.
std::string system_text(std::uint32_t error);

/// `failed to WHAT: TEXT (error N)`.
EnvironmentFailure system_failure(std::string_view what, std::uint32_t error);

}  // namespace dllrepro

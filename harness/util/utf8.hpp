// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

namespace dllrepro {

/// How many bytes the UTF-8 sequence at the start of `text` has; 0 when it is none: cut off, overlong, a surrogate, or
/// beyond U+10FFFF (table 3-7 of the Unicode standard).
std::size_t utf8_sequence_length(std::string_view text);

}  // namespace dllrepro

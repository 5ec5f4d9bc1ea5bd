// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dllrepro {

/// How many bytes the UTF-8 sequence at the start of `text` has; 0 when it is none: cut off, overlong, a surrogate, or
/// beyond U+10FFFF (table 3-7 of the Unicode standard).
std::size_t utf8_sequence_length(std::string_view text);

/// The bytes as text that a terminal and JSON can take: valid UTF-8 stays, any other byte and every control character
/// but those of `kept` becomes \xNN.
std::string printable(std::string_view bytes, std::string_view kept = {});

}  // namespace dllrepro

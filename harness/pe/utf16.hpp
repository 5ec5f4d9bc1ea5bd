// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace dllrepro::pe {

/// UTF-16 as UTF-8; half a surrogate pair becomes U+FFFD.
std::string utf8_from_utf16(std::u16string_view text);

/// The bytes as text that a terminal and JSON can take: valid UTF-8 stays, any other byte and every control character
/// but tab and line ends becomes \xNN.
std::string printable(std::string_view bytes);

}  // namespace dllrepro::pe

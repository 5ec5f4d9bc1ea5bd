// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace dllrepro::reports {

/// Text between tags or in a quoted attribute, of XML and HTML alike: & < > and quotation marks escaped, a carriage
/// return dropped, and U+FFFD in place of whatever XML 1.0 has no character for (control characters, bytes that are no
/// UTF-8).
std::string xml_text(std::string_view text);

}  // namespace dllrepro::reports

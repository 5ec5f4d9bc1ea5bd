// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dllrepro {

/// Where a text stops being JSON, and what a person has to change there.
struct SyntaxFault {
  std::size_t offset = 0;
  std::string message;
};

/// Says in a person's words why a text is no JSON with comments: a comma too many or one too few, a bracket that
/// nothing closes, quotation marks that are missing or of the wrong kind. `offset` and `message` are what the parser
/// said; they are the answer where it is none of these. The offset returned is that of what has to change: of a
/// superfluous comma, of the place where one is missing.
SyntaxFault explain_syntax(std::string_view text, std::size_t offset, std::string message);

}  // namespace dllrepro

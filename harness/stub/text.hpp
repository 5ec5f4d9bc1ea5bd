// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace dllrepro::stub {

/// A TEXT of a stub spec ready for the template: UTF-16 with stub_text_unit (stubs/format.h) in place of {tokens}.
struct CompiledText {
  std::u16string units;
  std::string fault;  ///< why it can't be used; "" when it can
};

enum class TextUse {
  Plain,
  Path,  ///< every / becomes a backslash
};

/// Compiles `{self_dir}/x.dll`. {version} is known now and becomes `version`; {{ and }} become braces.
CompiledText compile_text(std::string_view utf8, TextUse use, std::string_view version = {});

/// UTF-8 to UTF-16, for names that have no tokens. The text is valid UTF-8: it comes out of a JSON parser.
std::u16string utf16_from_utf8(std::string_view utf8);

}  // namespace dllrepro::stub

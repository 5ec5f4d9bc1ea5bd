// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dllrepro::loader {

/// A text with {references} in it, taken apart: "{lib}/c10.dll" is the reference "lib" and the literal "/c10.dll".
/// {{ and }} are literal braces.
struct TextTemplate {
  struct Part {
    bool reference = false;
    std::string text;  ///< the literal, or what stands between the braces: "library.name"
  };
  std::vector<Part> parts;
  std::string fault;  ///< what is wrong with the braces; "" for a sound text

  /// Says whether the text is nothing but one reference, which then stands for the value itself.
  [[nodiscard]] bool is_one_reference() const { return parts.size() == 1 && parts.front().reference; }
};

TextTemplate parse_template(std::string_view text);

/// The name before the first dot of a reference: "library.name" -> "library".
std::string_view base_of_reference(std::string_view reference);

/// Says whether operations may remember something under this name: a letter or _, then letters, digits and _.
bool is_plain_name(std::string_view name);

}  // namespace dllrepro::loader

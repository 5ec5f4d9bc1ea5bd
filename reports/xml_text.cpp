// SPDX-License-Identifier: MIT
#include "reports/xml_text.hpp"

#include <algorithm>

#include "harness/util/utf8.hpp"

namespace dllrepro::reports {

namespace {

/// Says whether XML 1.0 allows the character; all other sequences of UTF-8 are characters to it.
bool is_xml_character(std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  const bool control = first < 0x20U && first != '\t' && first != '\n';
  return !control && character != "\xEF\xBF\xBE" && character != "\xEF\xBF\xBF";  // U+FFFE, U+FFFF
}

}  // namespace

std::string xml_text(std::string_view text) {
  constexpr std::string_view k_replacement = "\xEF\xBF\xBD";  // U+FFFD
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_sequence_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    if (character == "\r") {
      // A line end's first half; a reader would drop it as well.
    } else if (length == 0 || !is_xml_character(character)) {
      result += k_replacement;
    } else if (character == "&") {
      result += "&amp;";
    } else if (character == "<") {
      result += "&lt;";
    } else if (character == ">") {
      result += "&gt;";
    } else if (character == "\"") {
      result += "&quot;";
    } else {
      result += character;
    }
    text.remove_prefix(character.size());
  }
  return result;
}

}  // namespace dllrepro::reports

// SPDX-License-Identifier: MIT
#include "harness/loader/text_template.hpp"

#include <algorithm>

namespace dllrepro::loader {

namespace {

bool is_letter(char byte) {
  return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') || byte == '_';
}
bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

}  // namespace

TextTemplate parse_template(std::string_view text) {
  TextTemplate result;
  std::string literal;
  const auto end_literal = [&] {
    if (!literal.empty()) {
      result.parts.push_back({false, literal});
      literal.clear();
    }
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char byte = text[at];
    if ((byte == '{' || byte == '}') && at + 1 < text.size() && text[at + 1] == byte) {
      literal += byte;
      ++at;
    } else if (byte == '{') {
      const std::size_t close = text.find('}', at);
      if (close == std::string_view::npos || close == at + 1) {
        result.fault = close == at + 1 ? "{} names nothing" : "a { is not closed; write {{ for a brace";
        break;
      }
      end_literal();
      result.parts.push_back({true, std::string(text.substr(at + 1, close - at - 1))});
      at = close;
    } else if (byte == '}') {
      result.fault = "a } has no {; write }} for a brace";
      break;
    } else {
      literal += byte;
    }
  }
  end_literal();
  return result;
}

std::string_view base_of_reference(std::string_view reference) {
  return reference.substr(0, reference.find('.'));
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(), [](char byte) { return is_letter(byte) || is_digit(byte); });
}

}  // namespace dllrepro::loader

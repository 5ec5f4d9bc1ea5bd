// SPDX-License-Identifier: MIT
#include "harness/stub/text.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "harness/util/nearest.hpp"
#include "stubs/format.h"

namespace dllrepro::stub {

namespace {

struct Token {
  std::string_view word;
  char16_t unit;
};

constexpr Token k_tokens[] = {
    {"self", STUB_TEXT_SELF},           {"self_dir", STUB_TEXT_SELF_DIRECTORY},
    {"self_name", STUB_TEXT_SELF_NAME}, {"result", STUB_TEXT_RESULT},
    {"error", STUB_TEXT_ERROR},         {"count", STUB_TEXT_COUNTER},
};
constexpr std::string_view k_environment = "env:";
constexpr std::size_t k_longest_variable = 255;  // put_variable in stubs/text.c has room for as many

/// Appends what the word between braces stands for; returns the fault.
std::string append_token(std::u16string& units, std::string_view word, std::string_view version) {
  const auto* const token =
      std::find_if(std::begin(k_tokens), std::end(k_tokens), [&](const Token& known) { return known.word == word; });
  if (token != std::end(k_tokens)) {
    units += token->unit;
    return {};
  }
  if (word == "version") {
    units += utf16_from_utf8(version);
    return {};
  }
  if (word.substr(0, k_environment.size()) == k_environment) {
    const std::u16string name = utf16_from_utf8(word.substr(k_environment.size()));
    if (name.empty() || name.size() > k_longest_variable) {
      return fmt::format("the variable's name in {{{}}} has {} units; 1 to {} are possible", word, name.size(),
                         k_longest_variable);
    }
    units += static_cast<char16_t>(STUB_TEXT_ENVIRONMENT);
    units += name;
    units += static_cast<char16_t>(STUB_TEXT_NAME_END);
    return {};
  }
  std::vector<std::string> words{"version", "env:NAME"};
  for (const Token& known : k_tokens) {
    words.emplace_back(known.word);
  }
  return fmt::format("unknown token {{{}}}{}; write {{{{ for a brace", word, did_you_mean(word, words));
}

}  // namespace

std::u16string utf16_from_utf8(std::string_view utf8) {
  std::u16string units;
  for (std::size_t index = 0; index < utf8.size();) {
    const auto lead = static_cast<unsigned char>(utf8[index]);
    const std::size_t length = lead < 0x80 ? 1U : lead < 0xE0 ? 2U : lead < 0xF0 ? 3U : 4U;
    char32_t point = length == 1 ? lead : lead & (0x7FU >> length);
    for (std::size_t next = 1; next < length && index + next < utf8.size(); ++next) {
      point = point << 6 | (static_cast<unsigned char>(utf8[index + next]) & 0x3FU);
    }
    index += length;
    if (point >= 0x10000) {
      point -= 0x10000;
      units += static_cast<char16_t>(0xD800 + (point >> 10));
      units += static_cast<char16_t>(0xDC00 + (point & 0x3FF));
    } else {
      units += static_cast<char16_t>(point);
    }
  }
  return units;
}

CompiledText compile_text(std::string_view utf8, TextUse use, std::string_view version) {
  CompiledText compiled;
  std::size_t index = 0;
  while (index < utf8.size() && compiled.fault.empty()) {
    const std::size_t brace = std::min(utf8.find_first_of("{}", index), utf8.size());
    std::u16string plain = utf16_from_utf8(utf8.substr(index, brace - index));
    if (use == TextUse::Path) {
      std::replace(plain.begin(), plain.end(), u'/', u'\\');
    }
    for (const char16_t unit : plain) {
      if (unit == 0 || (unit >= STUB_TEXT_FIRST && unit <= STUB_TEXT_LAST)) {
        compiled.fault = fmt::format("U+{:04X} can't be part of a stub's text", static_cast<unsigned>(unit));
      }
    }
    compiled.units += plain;
    if (brace == utf8.size()) {
      break;
    }
    if (brace + 1 < utf8.size() && utf8[brace + 1] == utf8[brace]) {
      compiled.units += utf8[brace] == '{' ? u'{' : u'}';
      index = brace + 2;
      continue;
    }
    const std::size_t end = utf8.find('}', brace);
    if (utf8[brace] == '}' || end == std::string_view::npos) {
      compiled.fault =
          fmt::format("a {} without its other half; write {}{} for a brace", utf8[brace], utf8[brace], utf8[brace]);
      break;
    }
    compiled.fault = append_token(compiled.units, utf8.substr(brace + 1, end - brace - 1), version);
    index = end + 1;
  }
  return compiled;
}

}  // namespace dllrepro::stub

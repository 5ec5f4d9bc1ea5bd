// SPDX-License-Identifier: MIT
#include "harness/util/json_syntax.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "harness/util/nearest.hpp"

namespace dllrepro {

namespace {

constexpr std::string_view k_blanks = " \t\r\n";
constexpr std::string_view k_marks = "{}[]:,";

/// A piece of the text: a mark, a text in quotation marks, or a run of anything else (a number, a word).
struct Token {
  std::size_t begin = 0;
  std::size_t end = 0;
  char first = '\0';

  [[nodiscard]] bool is(char mark) const { return first == mark; }
  [[nodiscard]] bool is_word() const { return first != '"' && k_marks.find(first) == std::string_view::npos; }
  [[nodiscard]] bool ends_value() const { return std::string_view("{[:,").find(first) == std::string_view::npos; }
  [[nodiscard]] bool begins_value() const { return std::string_view("}]:,").find(first) == std::string_view::npos; }
};

std::size_t end_of_comment(std::string_view text, std::size_t at) {
  const bool line = text.substr(at, 2) == "//";
  const std::size_t end = text.find(line ? "\n" : "*/", at + 2);
  return end == std::string_view::npos ? text.size() : end + (line ? 1 : 2);
}

bool is_comment(std::string_view text, std::size_t at) {
  return text.substr(at, 2) == "//" || text.substr(at, 2) == "/*";
}

/// Behind a text's closing quotation mark; behind the line's end where there is none.
std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at) {
    if (text[at] == '\\' && at + 1 < text.size() && text[at + 1] != '\n') {
      ++at;
    }
  }
  return std::min(at + 1, text.size());
}

std::size_t end_of_token(std::string_view text, std::size_t at) {
  if (text[at] == '"') {
    return end_of_quoted(text, at);
  }
  if (k_marks.find(text[at]) != std::string_view::npos) {
    return at + 1;
  }
  do {
    ++at;
  } while (at < text.size() && k_blanks.find(text[at]) == std::string_view::npos &&
           k_marks.find(text[at]) == std::string_view::npos && text[at] != '"' && !is_comment(text, at));
  return at;
}

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  while (at < text.size()) {
    if (k_blanks.find(text[at]) != std::string_view::npos) {
      ++at;
    } else if (is_comment(text, at)) {
      at = end_of_comment(text, at);
    } else {
      const std::size_t end = end_of_token(text, at);
      tokens.push_back({at, end, text[at]});
      at = end;
    }
  }
  return tokens;
}

/// The brackets that are open where the tokens end.
std::vector<Token> open_brackets(const std::vector<Token>& tokens, std::size_t count) {
  std::vector<Token> open;
  for (std::size_t at = 0; at < count; ++at) {
    if (tokens[at].is('{') || tokens[at].is('[')) {
      open.push_back(tokens[at]);
    } else if ((tokens[at].is('}') || tokens[at].is(']')) && !open.empty()) {
      open.pop_back();
    }
  }
  return open;
}

std::size_t line_of(std::string_view text, std::size_t offset) {
  return static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n')) +
         1;
}

std::string bracket_at(std::string_view text, const Token& bracket) {
  return fmt::format("the {} of line {}", bracket.first, line_of(text, bracket.begin));
}

bool is_cut_off(std::string_view text, const Token& token) {
  return token.is('"') && (token.end - token.begin < 2 || text[token.end - 1] != '"');
}

/// A comma where none belongs: before `bad`, or `bad` itself.
std::optional<SyntaxFault> needless_comma(const Token& before, const Token& bad) {
  if (before.is(',') && (bad.is('}') || bad.is(']'))) {
    return SyntaxFault{before.begin, fmt::format("no comma may stand before {}: take it away", bad.first)};
  }
  if (bad.is(',') && (before.is(',') || before.is('{') || before.is('[') || before.is(':'))) {
    return SyntaxFault{bad.begin, fmt::format("a value is missing before this comma")};
  }
  return std::nullopt;
}

/// A word where a value or a key has to be.
std::optional<SyntaxFault> wrong_word(std::string_view text, const Token& bad, bool key) {
  const std::string word(text.substr(bad.begin, bad.end - bad.begin));
  if (!bad.is_word()) {
    return std::nullopt;
  }
  if (bad.is('\'')) {
    return SyntaxFault{bad.begin, "texts and keys stand in double quotation marks"};
  }
  if (key) {
    return SyntaxFault{bad.begin, fmt::format("a key stands in quotation marks: \"{}\"", word)};
  }
  const bool is_number = std::string_view("-+.0123456789").find(bad.first) != std::string_view::npos;
  if (is_number) {
    return SyntaxFault{bad.begin,
                       fmt::format("{0} is no number as JSON writes them; in quotation marks \"{0}\" is a text", word)};
  }
  const std::string hint = did_you_mean(word, {"true", "false", "null"});
  return SyntaxFault{
      bad.begin, fmt::format("unknown word {}{}", word, hint.empty() ? "; a text stands in quotation marks" : hint)};
}

}  // namespace

SyntaxFault explain_syntax(std::string_view text, std::size_t offset, std::string message) {
  const std::vector<Token> tokens = tokens_of(text);
  // The parser has read one character more than a word that it does not know.
  const bool unknown_word = message.find("invalid literal") != std::string::npos;
  const auto bad = std::find_if(tokens.begin(), tokens.end(), [&](const Token& token) {
    return token.end > offset || is_cut_off(text, token) || (unknown_word && token.end == offset && token.is_word());
  });
  const auto index = static_cast<std::size_t>(bad - tokens.begin());
  const std::vector<Token> open = open_brackets(tokens, index);
  if (bad == tokens.end()) {
    return open.empty() ? SyntaxFault{offset, std::move(message)}
                        : SyntaxFault{offset, fmt::format("the file ends here, and nothing closes {}",
                                                          bracket_at(text, open.back()))};
  }
  if (is_cut_off(text, *bad)) {
    return {bad->begin, "this text has no closing quotation mark in its line"};
  }
  if (index == 0) {
    return wrong_word(text, *bad, false).value_or(SyntaxFault{offset, std::move(message)});
  }
  const Token& before = tokens[index - 1];
  if (const auto comma = needless_comma(before, *bad)) {
    return *comma;
  }
  const bool closes_other =
      !open.empty() && ((bad->is('}') && open.back().is('[')) || (bad->is(']') && open.back().is('{')));
  if (closes_other) {
    return {bad->begin, fmt::format("{} does not close {}", bad->first, bracket_at(text, open.back()))};
  }
  const bool in_object = !open.empty() && open.back().is('{');
  const bool after_key = in_object && before.is('"') && index >= 2 && !tokens[index - 2].is(':');
  if (after_key && !bad->is(':')) {
    return {before.end, "a colon is missing behind this key"};
  }
  if (before.ends_value() && bad->begins_value()) {
    return open.empty() ? SyntaxFault{bad->begin, "the file's one value has ended, and more stands behind it"}
                        : SyntaxFault{before.end, "a comma is missing here"};
  }
  const bool key = in_object && (before.is('{') || before.is(','));
  return wrong_word(text, *bad, key).value_or(SyntaxFault{offset, std::move(message)});
}

}  // namespace dllrepro

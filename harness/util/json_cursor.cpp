// SPDX-License-Identifier: MIT
#include "harness/util/json_cursor.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/util/nearest.hpp"
#include "harness/util/numbers.hpp"

namespace dllrepro {

namespace {

constexpr std::string_view k_comment = "//";

/// The word for a value's type as people write it, and the value itself when it is short.
std::string name_of(const Json& value) {
  if (value.is_object()) {
    return "an object";
  }
  if (value.is_array()) {
    return "an array";
  }
  const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() <= 40 ? text : fmt::format("a {}", value.type_name());
}

std::string hint_for(const std::string& key, const std::vector<std::string>& known, const OtherWords& others) {
  for (const auto& [written, meant] : others) {
    if (written == key) {
      return fmt::format("; here it is called \"{}\"", meant);
    }
  }
  const std::string hint = did_you_mean(key, known);
  return hint.empty() ? fmt::format("; known here: {}", fmt::join(known, ", ")) : hint;
}

}  // namespace

JsonCursor::JsonCursor(const JsonDocument& document, Diagnostics& diagnostics)
    : JsonCursor(&document, &diagnostics, &document.root(), "") {}

JsonCursor::JsonCursor(const JsonDocument* document, Diagnostics* diagnostics, const Json* value, std::string pointer)
    : m_document(document), m_diagnostics(diagnostics), m_value(value), m_pointer(std::move(pointer)) {}

void JsonCursor::report(std::string message) const {
  m_diagnostics->push_back({location(), std::move(message)});
}

void JsonCursor::report_type(std::string_view expected) const {
  report(fmt::format("expected {}, found {}", expected, name_of(*m_value)));
}

bool JsonCursor::expect_object(const std::vector<std::string>& known, const OtherWords& others) const {
  if (!m_value->is_object()) {
    report_type("an object");
    return false;
  }
  for (const auto& [key, member] : members()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      member.report(fmt::format("unknown key \"{}\"{}", key, hint_for(key, known, others)));
    }
  }
  return true;
}

std::optional<JsonCursor> JsonCursor::find(std::string_view key) const {
  if (!m_value->is_object()) {
    return std::nullopt;
  }
  const auto member = m_value->find(std::string(key));
  if (member == m_value->end()) {
    return std::nullopt;
  }
  return JsonCursor(m_document, m_diagnostics, &*member, m_pointer + "/" + escape_pointer_token(key));
}

std::optional<JsonCursor> JsonCursor::require(std::string_view key) const {
  auto member = find(key);
  if (!member && m_value->is_object()) {
    report(fmt::format("\"{}\" is missing", key));
  }
  return member;
}

std::optional<JsonCursor> JsonCursor::descend(std::string_view pointer) const {
  std::optional<JsonCursor> here = *this;
  for (const std::string& key : split_pointer(pointer)) {
    here = here ? here->find(key) : here;
  }
  return here;
}

std::vector<std::pair<std::string, JsonCursor>> JsonCursor::members() const {
  std::vector<std::pair<std::string, JsonCursor>> all;
  if (!m_value->is_object()) {
    report_type("an object");
    return all;
  }
  for (const auto& item : m_value->items()) {
    if (item.key() != k_comment) {
      all.emplace_back(item.key(), JsonCursor(m_document, m_diagnostics, &item.value(),
                                              m_pointer + "/" + escape_pointer_token(item.key())));
    }
  }
  return all;
}

std::vector<JsonCursor> JsonCursor::elements() const {
  std::vector<JsonCursor> all;
  if (!m_value->is_array()) {
    report_type("an array");
    return all;
  }
  for (std::size_t index = 0; index < m_value->size(); ++index) {
    all.push_back(JsonCursor(m_document, m_diagnostics, &(*m_value)[index], fmt::format("{}/{}", m_pointer, index)));
  }
  return all;
}

std::vector<JsonCursor> JsonCursor::one_or_many() const {
  return m_value->is_array() ? elements() : std::vector<JsonCursor>{*this};
}

std::optional<std::string> JsonCursor::text() const {
  if (!m_value->is_string()) {
    report_type("a text");
    return std::nullopt;
  }
  return m_value->get<std::string>();
}

std::optional<bool> JsonCursor::boolean() const {
  if (!m_value->is_boolean()) {
    report_type("true or false");
    return std::nullopt;
  }
  return m_value->get<bool>();
}

std::optional<std::uint64_t> JsonCursor::unsigned_number(std::uint64_t most) const {
  std::optional<std::uint64_t> number;
  if (m_value->is_number_unsigned()) {
    number = m_value->get<std::uint64_t>();
  } else if (m_value->is_string()) {
    number = parse_unsigned(m_value->get_ref<const std::string&>());
  }
  if (!number) {
    report_type("a number from 0, or a text such as \"0x1100\"");
  } else if (*number > most) {
    report(fmt::format("expected at most {}, found {}", most, *number));
    number.reset();
  }
  return number;
}

std::optional<double> JsonCursor::number() const {
  if (!m_value->is_number()) {
    report_type("a number");
    return std::nullopt;
  }
  return m_value->get<double>();
}

std::optional<std::string> JsonCursor::one_of(const std::vector<std::string>& known) const {
  auto word = text();
  if (word && std::find(known.begin(), known.end(), *word) == known.end()) {
    std::string hint = did_you_mean(*word, known);
    if (hint.empty()) {
      hint = fmt::format("; expected one of: {}", fmt::join(known, ", "));
    }
    report(fmt::format("unknown word \"{}\"{}", *word, hint));
    word.reset();
  }
  return word;
}

std::vector<std::string> JsonCursor::texts() const {
  std::vector<std::string> all;
  for (const JsonCursor& element : one_or_many()) {
    if (auto text = element.text()) {
      all.push_back(std::move(*text));
    }
  }
  return all;
}

std::string JsonCursor::text_or(std::string_view key, std::string fallback) const {
  const auto member = find(key);
  return member ? member->text().value_or(std::move(fallback)) : std::move(fallback);
}

bool JsonCursor::boolean_or(std::string_view key, bool fallback) const {
  const auto member = find(key);
  return member ? member->boolean().value_or(fallback) : fallback;
}

std::uint64_t JsonCursor::unsigned_or(std::string_view key, std::uint64_t fallback, std::uint64_t most) const {
  const auto member = find(key);
  return member ? member->unsigned_number(most).value_or(fallback) : fallback;
}

std::string JsonCursor::require_text(std::string_view key) const {
  const auto member = require(key);
  return member ? member->text().value_or("") : "";
}

}  // namespace dllrepro

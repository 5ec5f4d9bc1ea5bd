// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/loader/text_template.hpp"
#include "harness/util/json_cursor.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::loader::lookup {

// Readers of one member each, so that a format is a table of keys.

template <typename Target>
using Reader = std::function<void(const JsonCursor&, Target&)>;

template <typename Target>
using Fields = std::vector<std::pair<std::string, Reader<Target>>>;

/// Reads the members that are there; reports those that the table does not have.
template <typename Target>
void apply(const JsonCursor& object, const Fields<Target>& fields, Target& target) {
  std::vector<std::string> keys;
  for (const auto& [key, read] : fields) {
    keys.push_back(key);
  }
  object.expect_object(keys);
  for (const auto& [key, read] : fields) {
    if (const auto member = object.find(key)) {
      read(*member, target);
    }
  }
}

template <typename Target>
Reader<Target> text_to(std::string Target::*member) {
  return [member](const JsonCursor& cursor, Target& target) {
    target.*member = cursor.json().is_null() ? "" : cursor.text().value_or("");
  };
}

/// A text with {values}: one that is none of `known` is reported with the nearest.
inline std::string message(const JsonCursor& cursor, const std::vector<std::string>& known) {
  const std::string text = cursor.json().is_null() ? "" : cursor.text().value_or("");
  const TextTemplate parsed = parse_template(text);
  if (!parsed.fault.empty()) {
    cursor.report(parsed.fault);
  }
  for (const TextTemplate::Part& part : parsed.parts) {
    if (part.reference && std::find(known.begin(), known.end(), part.text) == known.end()) {
      cursor.report("{" + part.text + "} means nothing here" + did_you_mean(part.text, known));
    }
  }
  return text;
}

template <typename Target>
Reader<Target> message_to(std::string Target::*member, std::vector<std::string> known) {
  return [member, known = std::move(known)](const JsonCursor& cursor, Target& target) {
    target.*member = message(cursor, known);
  };
}

template <typename Target>
Reader<Target> boolean_to(bool Target::*member) {
  return [member](const JsonCursor& cursor, Target& target) {
    target.*member = cursor.boolean().value_or(target.*member);
  };
}

template <typename Target>
Reader<Target> texts_to(std::vector<std::string> Target::*member) {
  return [member](const JsonCursor& cursor, Target& target) {
    target.*member = cursor.json().is_null() ? std::vector<std::string>{} : cursor.texts();
  };
}

/// A word of an enumeration whose values count from 0 in the order of `words`.
template <typename Value>
std::optional<Value> word_of(const JsonCursor& cursor, const std::vector<std::string>& words) {
  const auto chosen = cursor.one_of(words);
  if (!chosen) {
    return std::nullopt;
  }
  return static_cast<Value>(std::find(words.begin(), words.end(), *chosen) - words.begin());
}

template <typename Target, typename Value>
Reader<Target> word_to(Value Target::*member, std::vector<std::string> words) {
  return [member, words = std::move(words)](const JsonCursor& cursor, Target& target) {
    target.*member = word_of<Value>(cursor, words).value_or(target.*member);
  };
}

}  // namespace dllrepro::loader::lookup

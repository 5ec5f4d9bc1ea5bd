// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/util/json_document.hpp"

namespace dllrepro {

/// Words that people write where the format has another: {written, meant}.
using OtherWords = std::vector<std::pair<std::string_view, std::string_view>>;

/// A value inside a JSON document, with its pointer; what every parser of the project reads through.
///
/// Nothing here throws on wrong input: each fault goes into the list of diagnostics given at the start, and reading
/// goes on with an empty value, so that a person sees all faults of a file in one go. The caller throws BadInput at the
/// end. The document and the list must outlive the cursor.
class JsonCursor {
 public:
  JsonCursor(const JsonDocument& document, Diagnostics& diagnostics);

  [[nodiscard]] const Json& json() const { return *m_value; }
  [[nodiscard]] const std::string& pointer() const { return m_pointer; }
  [[nodiscard]] Location location() const { return m_document->locate(m_pointer); }

  /// Adds a diagnostic at this value's place.
  void report(std::string message) const;

  // Objects ----------------------------------------------------------------------------------------------------------

  /// Reports when this is no object, and every member whose key is not in `known`, with the word that `others` has for
  /// it or the nearest known one. Returns whether it is an object. A key "//" is a comment and always allowed.
  bool expect_object(const std::vector<std::string>& known, const OtherWords& others = {}) const;

  /// Returns the member, nothing when it is absent or this is no object.
  [[nodiscard]] std::optional<JsonCursor> find(std::string_view key) const;

  /// Like find, and reports the absence.
  [[nodiscard]] std::optional<JsonCursor> require(std::string_view key) const;

  /// Returns the value at a JSON pointer below this one, which itself is at ""; nothing when there is none. Members of
  /// objects only.
  [[nodiscard]] std::optional<JsonCursor> descend(std::string_view pointer) const;

  /// All members in the file's order, comments left out; reports and returns none when this is no object.
  [[nodiscard]] std::vector<std::pair<std::string, JsonCursor>> members() const;

  // Arrays -----------------------------------------------------------------------------------------------------------

  /// All elements; reports and returns none when this is no array.
  [[nodiscard]] std::vector<JsonCursor> elements() const;

  /// All elements of an array, or the value itself when it is none: for keys that take one or several.
  [[nodiscard]] std::vector<JsonCursor> one_or_many() const;

  // Values: each reports a wrong type and returns nothing -------------------------------------------------------------

  [[nodiscard]] std::optional<std::string> text() const;
  [[nodiscard]] std::optional<bool> boolean() const;
  /// A number, or a text such as "0x1100": what does not fit into `most` is reported.
  [[nodiscard]] std::optional<std::uint64_t> unsigned_number(std::uint64_t most = UINT64_MAX) const;
  [[nodiscard]] std::optional<double> number() const;
  /// A text that must be one of `known`; reports others with the nearest.
  [[nodiscard]] std::optional<std::string> one_of(const std::vector<std::string>& known) const;
  /// A text or an array of texts.
  [[nodiscard]] std::vector<std::string> texts() const;

  // Members, for short ------------------------------------------------------------------------------------------------

  [[nodiscard]] std::string text_or(std::string_view key, std::string fallback) const;
  [[nodiscard]] bool boolean_or(std::string_view key, bool fallback) const;
  [[nodiscard]] std::uint64_t unsigned_or(std::string_view key, std::uint64_t fallback,
                                          std::uint64_t most = UINT64_MAX) const;
  [[nodiscard]] std::string require_text(std::string_view key) const;

 private:
  JsonCursor(const JsonDocument* document, Diagnostics* diagnostics, const Json* value, std::string pointer);
  void report_type(std::string_view expected) const;

  const JsonDocument* m_document;
  Diagnostics* m_diagnostics;
  const Json* m_value;
  std::string m_pointer;
};

}  // namespace dllrepro

// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/loader/operation.hpp"
#include "harness/loader/verbs.hpp"

namespace dllrepro::loader {

/// Reads operations against the table of verbs; what parse_operations does, in pieces.
class OperationParser {
 public:
  explicit OperationParser(const ParseContext& context) : m_context(context) {}

  std::vector<Operation> list(const JsonCursor& cursor);

  /// Any value whose texts may name {values}: checks the names and returns the value as it is.
  Json value(const JsonCursor& cursor);

 private:
  void one(const JsonCursor& cursor, std::vector<Operation>& operations);
  const VerbRule* verb_of(const JsonCursor& cursor) const;
  void include(const JsonCursor& cursor, std::vector<Operation>& operations);
  void arguments(const JsonCursor& cursor, const VerbRule& rule, Operation& operation);
  void check_release(const JsonCursor& cursor);

  Json argument(const JsonCursor& cursor, const ArgumentRule& rule);
  Json text(const JsonCursor& cursor);
  Json texts(const JsonCursor& cursor);
  Json name(const JsonCursor& cursor, ArgumentKind kind);
  Json number(const JsonCursor& cursor);
  Json numbers(const JsonCursor& cursor, const ArgumentRule& rule);
  Json flags(const JsonCursor& cursor);
  Json word(const JsonCursor& cursor, const ArgumentRule& rule);
  Json symbol(const JsonCursor& cursor);
  Json environment(const JsonCursor& cursor);
  Json assignments(const JsonCursor& cursor);
  Json sequence(const JsonCursor& cursor);
  Json candidates(const JsonCursor& cursor);
  Json code(const JsonCursor& cursor);
  Json process(const JsonCursor& cursor);
  Json switches(const JsonCursor& cursor);
  Json condition(const JsonCursor& cursor);
  Json conditions(const JsonCursor& cursor);

  [[nodiscard]] bool knows(std::string_view name) const;
  void learn(const std::string& name);
  void check_reference(const JsonCursor& cursor, std::string_view reference) const;

  const ParseContext& m_context;
  std::vector<std::string> m_included;  ///< fixtures that the current list came from, to find cycles
  std::vector<std::string> m_scoped;    ///< names known here alone: {error} in an `except`
};

}  // namespace dllrepro::loader

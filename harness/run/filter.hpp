// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/scenario/cell.hpp"

namespace dllrepro::run {

/// One condition of a filter.
struct FilterTerm {
  enum class Kind {
    Tag,    ///< tag:slow
    Row,    ///< covers:S1.3
    Value,  ///< host=python-org
    Name,   ///< a folder, a scenario, a cell's id, or a pattern for it
  };
  Kind kind = Kind::Name;
  bool negated = false;
  std::string axis;  ///< of a Value
  std::string word;  ///< what the tag, row, value or name has to be

  /// Says whether the cell is what the term names, whatever its sign.
  [[nodiscard]] bool fits(const scenario::Cell& cell) const;
};

/// One --filter: a cell's id, or terms with blanks between that must all hold. Its forms are told at Selection.
class Filter {
 public:
  explicit Filter(std::string text);

  /// Says whether the whole text is the cell's id. Files, and so ids, may have blanks in their names.
  [[nodiscard]] bool is_id_of(const scenario::Cell& cell) const;

  [[nodiscard]] bool takes(const scenario::Cell& cell) const;
  [[nodiscard]] bool takes_any(const std::vector<scenario::Cell>& cells) const;

  [[nodiscard]] const std::string& text() const { return m_text; }
  [[nodiscard]] const std::vector<FilterTerm>& terms() const { return m_terms; }

 private:
  std::string m_text;
  std::vector<FilterTerm> m_terms;
};

/// A scenario's name from what a shell completes: ./scenarios/x.json, scenarios\x.json, x/.
std::string scenario_path(std::string text);

}  // namespace dllrepro::run

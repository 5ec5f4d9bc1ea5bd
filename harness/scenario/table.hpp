// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/scenario/axes.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::scenario {

/// Expectations for many cells on one page, NAME.table.json beside the scenario that names it in `expect`. Format 1:
///
///   schema title   as in a scenario                   why       what a reader has to know; optional
///   evidence       [text, ...] for every answer that names none of its own
///   rows           name of an axis, or several: each is one level of `cells`, the first outermost
///   columns        name of the innermost level's axis; left out for a list
///   answers        {name: {...Expectation, "known_gaps": [{"row", "why", "observed"}]}}; optional
///   cells          {row: {column: answer}}
///
/// A key of `cells` is one or several of these with commas between: a value; a pattern in which * stands for any text;
/// a range in the axis's order, `2.4.1..2.8.0`, either end left out for all before or behind. A key that is nothing but
/// * means the values that no other key beside it names. No two keys beside each other may name the same value.
///
/// An answer is the name of one; an object like one, with "answer" for the one that it adds to; or null where nothing
/// is known. `{axis}` in the texts of answers is replaced as in the scenario.
class ExpectationTable {
 public:
  /// What the table has for one combination of its axes.
  struct Answer {
    std::string pointer;               ///< of its place in `cells`
    std::optional<std::string> named;  ///< the answer that it is, or adds to
    bool adds = false;                 ///< it is an object with keys of its own
    bool states_outcome = false;
    bool placed = false;    ///< false when its keys name no value, which has been reported
    std::size_t index = 0;  ///< in answers()
  };

  /// Reports what is wrong with the table and what of it the axes do not have.
  ExpectationTable(std::shared_ptr<const JsonDocument> document, const std::vector<Axis>& axes,
                   Diagnostics& diagnostics);

  [[nodiscard]] const JsonDocument& document() const { return *m_document; }
  [[nodiscard]] const std::vector<std::string>& evidence() const { return m_evidence; }

  /// The answer for a cell; nullptr when the table does not hold the cell.
  [[nodiscard]] const Answer* find(const Combination& combination) const;

  /// Every answer of `cells`, in the file's order.
  [[nodiscard]] const std::vector<Answer>& answers() const { return m_answers; }

 private:
  using Values = std::vector<std::size_t>;

  void read_axes(const JsonCursor& root, const std::vector<Axis>& axes);
  void read_answers(const JsonCursor& root);
  void read_level(const JsonCursor& cells, const std::vector<Axis>& axes, std::vector<Values>& above);
  void read_answer(const JsonCursor& answer, const std::vector<Values>& values);
  void place(const std::vector<Values>& values, std::size_t level, std::size_t position);
  void report_unused(const JsonCursor& root) const;

  std::shared_ptr<const JsonDocument> m_document;
  std::vector<std::string> m_evidence;
  std::vector<std::size_t> m_axes;   ///< of the levels of `cells`: positions among the scenario's
  std::vector<std::size_t> m_sizes;  ///< numbers of their values
  std::vector<std::string> m_names;  ///< of answers
  std::vector<bool> m_used;          ///< which of them `cells` names
  std::vector<Answer> m_answers;
  std::vector<std::optional<std::size_t>> m_places;  ///< answer of each combination of the table's axes
};

}  // namespace dllrepro::scenario

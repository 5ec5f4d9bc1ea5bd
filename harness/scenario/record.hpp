// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/util/json_document.hpp"
#include "harness/util/natural_order.hpp"

namespace dllrepro::scenario {

/// One row of the record: a fact that scenarios cover, in one line.
struct RecordRow {
  /// "S1.3" (a system to reproduce), "W1" (Wine differs), "L84" (a rule of the loader), "A1" to "X2" (a public report)
  std::string name;
  std::string fact;
  std::string level;        ///< how well it is known on Windows, of all but S: some of T, D, I, R, U
  std::string wine;         ///< what Wine does, "" where it is the same or not known
  std::string source;       ///< may begin with a word of Record::sources()
  std::string no_scenario;  ///< why nothing covers it, "" where something does
};

/// The project's own list of the facts to reproduce, fixtures/record/*.json.
class Record {
 public:
  /// Reads all files of a folder. Throws BadInput: another format, a wrong key or type, a name given twice.
  static Record read(const std::filesystem::path& folder);

  /// nullptr when there is no such row.
  [[nodiscard]] const RecordRow* find(std::string_view name) const;

  /// All rows in natural order.
  [[nodiscard]] const std::map<std::string, RecordRow, NaturalLess>& rows() const { return m_rows; }

  [[nodiscard]] std::vector<std::string> names() const;

  /// Short words for sources that rows name often, with what each stands for.
  [[nodiscard]] const std::map<std::string, std::string>& sources() const { return m_sources; }

 private:
  std::map<std::string, std::string> m_sources;
  std::map<std::string, RecordRow, NaturalLess> m_rows;
};

/// row -> names of the scenarios that cover it, sorted; every row of the record is there, uncovered ones empty.
/// `covers` holds (scenario, rows) pairs.
std::map<std::string, std::vector<std::string>, NaturalLess> coverage(
    const Record& record, const std::vector<std::pair<std::string, std::vector<std::string>>>& covers);

}  // namespace dllrepro::scenario

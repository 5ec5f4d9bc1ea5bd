// SPDX-License-Identifier: MIT
#include "harness/scenario/record.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/util/error.hpp"
#include "harness/util/file_format.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::scenario {

namespace fs = std::filesystem;

namespace {

bool is_level(std::string_view level) {
  return level.find_first_not_of("TDIRU/ +") == std::string_view::npos;
}

}  // namespace

Record Record::read(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code failed;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
    if (entry.path().extension() == ".json") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());

  Record record;
  Diagnostics faults;
  for (const fs::path& file : files) {
    const JsonDocument document = JsonDocument::read(file);
    const JsonCursor root(document, faults);
    if (!root.expect_object({"$schema", "schema", "title", "sources", "rows"})) {
      continue;
    }
    check_schema(root);
    require_stated(root, "title");
    if (const auto sources = root.find("sources")) {
      for (const auto& [word, meaning] : sources->members()) {
        record.m_sources.emplace(word, meaning.text().value_or(""));
      }
    }
    const auto rows = root.require("rows");
    if (!rows) {
      continue;
    }
    for (const auto& [name, cursor] : rows->members()) {
      cursor.expect_object({"fact", "level", "wine", "source", "no_scenario"});
      RecordRow row{name,
                    cursor.require_text("fact"),
                    cursor.text_or("level", ""),
                    cursor.text_or("wine", ""),
                    cursor.require_text("source"),
                    cursor.text_or("no_scenario", "")};
      if (!is_level(row.level)) {
        cursor.find("level")->report("a level is made of the letters T, D, I, R and U");
      }
      if (!record.m_rows.emplace(name, std::move(row)).second) {
        cursor.report(fmt::format("row {} is given twice", name));
      }
    }
  }
  if (!faults.empty()) {
    throw BadInput(std::move(faults));
  }
  return record;
}

const RecordRow* Record::find(std::string_view name) const {
  const auto row = m_rows.find(name);
  return row == m_rows.end() ? nullptr : &row->second;
}

std::vector<std::string> Record::names() const {
  std::vector<std::string> names;
  names.reserve(m_rows.size());
  for (const auto& [name, row] : m_rows) {
    names.push_back(name);
  }
  return names;
}

std::map<std::string, std::vector<std::string>, NaturalLess> coverage(
    const Record& record, const std::vector<std::pair<std::string, std::vector<std::string>>>& covers) {
  std::map<std::string, std::vector<std::string>, NaturalLess> by_row;
  for (const auto& [name, row] : record.rows()) {
    by_row[name];
  }
  for (const auto& [scenario, rows] : covers) {
    for (const std::string& row : rows) {
      by_row[row].push_back(scenario);
    }
  }
  for (auto& [row, scenarios] : by_row) {
    std::sort(scenarios.begin(), scenarios.end());
    scenarios.erase(std::unique(scenarios.begin(), scenarios.end()), scenarios.end());
  }
  return by_row;
}

}  // namespace dllrepro::scenario

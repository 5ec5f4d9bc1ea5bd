// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/util/json_cursor.hpp"

namespace dllrepro::scenario {

/// Files that lie beside scenarios and are no scenarios themselves: tables of expectations and values of an axis.
inline constexpr std::string_view k_table_ending = ".table.json";
inline constexpr std::string_view k_axis_ending = ".axis.json";

/// Says whether a file's name has one of these endings.
bool is_beside_file(const std::filesystem::path& file);

/// The scenarios of a file's folder that name it, sorted. A scenario that is no JSON is left out: whoever reads it will
/// say so.
std::vector<std::filesystem::path> scenarios_naming(const std::filesystem::path& file);

/// The files that one scenario names, each read once.
class BesideFiles {
 public:
  /// `folder` is the scenario's; the current one when it is empty.
  explicit BesideFiles(std::filesystem::path folder = {}) : m_folder(std::move(folder)) {}

  /// The file that `name` names, in the scenario's own folder. Nothing when it has neither of `endings`, is not
  /// there (both reported at `name`) or is no JSON (reported in the file).
  std::shared_ptr<const JsonDocument> read(const JsonCursor& name, const std::vector<std::string_view>& endings,
                                           Diagnostics& diagnostics);

 private:
  std::filesystem::path m_folder;
  std::map<std::string, std::shared_ptr<const JsonDocument>> m_documents;  ///< nullptr for one that can't be read
};

}  // namespace dllrepro::scenario

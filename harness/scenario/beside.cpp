// SPDX-License-Identifier: MIT
#include "harness/scenario/beside.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/scenario/scenario.hpp"
#include "harness/util/error.hpp"
#include "harness/util/nearest.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::scenario {

namespace fs = std::filesystem;

namespace {

std::string name_of(const fs::path& file) {
  return path_to_utf8(file.filename());
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

bool has_one_of(std::string_view name, const std::vector<std::string_view>& endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [name](std::string_view ending) { return name.ends_with(ending) && name != ending; });
}

/// The names of the files in a folder that have one of the endings.
std::vector<std::string> names_in(const fs::path& folder, const std::vector<std::string_view>& endings) {
  std::vector<std::string> names;
  std::error_code failed;
  for (fs::directory_iterator file(folder, failed), end; !failed && file != end; file.increment(failed)) {
    if (has_one_of(name_of(file->path()), endings)) {
      names.push_back(name_of(file->path()));
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool names_file(const Json& value, const std::string& name) {
  if (value.is_string()) {
    return value.get_ref<const std::string&>() == name;
  }
  return value.is_structured() &&
         std::any_of(value.begin(), value.end(), [&name](const Json& member) { return names_file(member, name); });
}

}  // namespace

bool is_beside_file(const fs::path& file) {
  return has_one_of(name_of(file), {k_table_ending, k_axis_ending});
}

std::vector<fs::path> scenarios_naming(const fs::path& file) {
  std::vector<fs::path> scenarios;
  for (const std::string& name : names_in(folder_of(file), {".json"})) {
    const fs::path scenario = folder_of(file) / path_from_utf8(name);
    try {
      if (!is_beside_file(scenario) && names_file(JsonDocument::read(scenario).root(), name_of(file))) {
        scenarios.push_back(scenario);
      }
    } catch (const BadInput&) {
      continue;
    }
  }
  return scenarios;
}

std::shared_ptr<const JsonDocument> BesideFiles::read(const JsonCursor& name,
                                                      const std::vector<std::string_view>& endings,
                                                      Diagnostics& diagnostics) {
  const std::string text = name.text().value_or("");
  if (!name.json().is_string()) {
    return nullptr;
  }
  if (!has_one_of(text, endings) || text.find_first_of("/\\:") != std::string::npos) {
    name.report(
        fmt::format("expected the name of a file beside the scenario that ends in {}", fmt::join(endings, " or ")));
    return nullptr;
  }
  const auto known = m_documents.find(text);
  if (known != m_documents.end()) {
    return known->second;
  }
  std::shared_ptr<const JsonDocument>& document = m_documents[text];
  const fs::path file = m_folder / path_from_utf8(text);
  std::error_code failed;
  if (!fs::is_regular_file(file, failed)) {
    name.report(fmt::format("there is no file \"{}\" beside the scenario{}", text,
                            did_you_mean(text, names_in(folder_of(file), endings))));
    return nullptr;
  }
  try {
    document = std::make_shared<const JsonDocument>(JsonDocument::read(file));
  } catch (const BadInput& bad) {
    diagnostics.insert(diagnostics.end(), bad.diagnostics().begin(), bad.diagnostics().end());
  }
  return document;
}

}  // namespace dllrepro::scenario

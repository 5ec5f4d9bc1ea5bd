// SPDX-License-Identifier: MIT
// What this room's tests share.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "harness/tree/resolve.hpp"
#include "harness/tree/run_directory.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::tree::testing {

/// A folder of its own for one test, removed at its end.
class TemporaryFolder {
 public:
  TemporaryFolder() : m_run(quick_folder() / "dllrepro-tree-tests") {}

  [[nodiscard]] const std::filesystem::path& path() const { return m_run.path(); }

  /// Writes a text file, making its folders; returns its path.
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = path() / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }

 private:
  RunDirectory m_run;
};

/// A tree from JSON text, with the faults that its reading met.
inline std::pair<TreeFixture, Diagnostics> read_tree(const std::string& text, const std::string& file = "x.json") {
  Diagnostics faults;
  const auto document = JsonDocument::parse(text, file);
  TreeFixture fixture = parse_tree(JsonCursor(document, faults));
  return {std::move(fixture), std::move(faults)};
}

/// The faults of resolving the layers, one after the other, and the plan as far as it goes.
inline std::pair<TreePlan, Diagnostics> resolve_texts(const std::vector<std::string>& layers,
                                                      const TreeLibrary& library = TreeLibrary("fixtures/none")) {
  std::vector<TreeFixture> fixtures;
  Diagnostics faults;
  for (const std::string& layer : layers) {
    auto [fixture, read_faults] = read_tree(layer);
    fixtures.push_back(std::move(fixture));
    faults.insert(faults.end(), read_faults.begin(), read_faults.end());
  }
  std::vector<const TreeFixture*> pointers;
  for (const TreeFixture& fixture : fixtures) {
    pointers.push_back(&fixture);
  }
  TreePlan plan = resolve(pointers, library, faults);
  return {std::move(plan), std::move(faults)};
}

/// The plan's paths, one after the other, with a space between.
inline std::string paths_of(const TreePlan& plan) {
  std::string text;
  for (const auto& [path, file] : plan.files) {
    text += text.empty() ? "" : " ";
    text += path;
  }
  return text;
}

}  // namespace dllrepro::tree::testing

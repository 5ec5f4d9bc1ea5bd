// SPDX-License-Identifier: MIT
// What this room's tests share.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/tree/resolve.hpp"
#include "harness/tree/run_directory.hpp"
#include "harness/util/json_cursor.hpp"
#include "harness/util/temporary_folder.hpp"

namespace dllrepro::tree::testing {

/// One where trees are made, and removed as these are: their paths may be long, and their files locked.
class TemporaryFolder : public dllrepro::TemporaryFolder {
 public:
  TemporaryFolder() : dllrepro::TemporaryFolder(quick_folder()) {}
  ~TemporaryFolder() { static_cast<void>(remove_tree(path())); }
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

// SPDX-License-Identifier: MIT
// Loader fixtures for this room's tests.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/loader/operation.hpp"

namespace dllrepro::loader {

/// Loaders from a folder, or given as texts, with the faults that reading them met.
class TestLoaders : public LoaderFinder {
 public:
  explicit TestLoaders(const std::filesystem::path& folder) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".json") {
        const auto name = entry.path().lexically_relative(folder).replace_extension().generic_string();
        m_documents.emplace(name, JsonDocument::read(entry.path()));
      }
    }
  }
  explicit TestLoaders(const std::map<std::string, std::string>& texts) {
    for (const auto& [name, text] : texts) {
      m_documents.emplace(name, JsonDocument::parse(text, name + ".json"));
    }
  }

  std::optional<JsonCursor> find(const std::string& name) override {
    const auto found = m_documents.find(name);
    return found == m_documents.end() ? std::nullopt : std::optional(JsonCursor(found->second, diagnostics));
  }
  [[nodiscard]] std::vector<std::string> names() const override {
    std::vector<std::string> all;
    for (const auto& [name, document] : m_documents) {
      all.push_back(name);
    }
    return all;
  }

  Diagnostics diagnostics;

 private:
  std::map<std::string, JsonDocument> m_documents;
};

}  // namespace dllrepro::loader

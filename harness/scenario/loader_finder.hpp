// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/loader/lookup/catalog.hpp"
#include "harness/loader/operation.hpp"
#include "harness/scenario/library.hpp"

namespace dllrepro::scenario {

/// Resolves the operation `run` through the library's loader fixtures.
class LibraryLoaders : public loader::LoaderFinder {
 public:
  /// `others`: loaders in whose place other ones are run.
  LibraryLoaders(const FixtureLibrary& library, Diagnostics& diagnostics,
                 std::map<std::string, std::string> others = {})
      : m_library(library), m_diagnostics(diagnostics), m_others(std::move(others)) {}

  std::optional<JsonCursor> find(const std::string& name) override {
    const auto other = m_others.find(name);
    const JsonDocument* document = m_library.find(FixtureKind::Loader, other == m_others.end() ? name : other->second);
    return document == nullptr ? std::nullopt : std::optional(JsonCursor(*document, m_diagnostics));
  }

  [[nodiscard]] std::vector<std::string> names() const override { return m_library.names(FixtureKind::Loader); }

 private:
  const FixtureLibrary& m_library;
  Diagnostics& m_diagnostics;
  std::map<std::string, std::string> m_others;
};

/// Finds the catalogs that the operation `lookup` names.
class LibraryCatalogs : public loader::lookup::CatalogFinder {
 public:
  explicit LibraryCatalogs(const FixtureLibrary& library) : m_library(library) {}

  const loader::lookup::Catalog* find(const std::string& name) override { return m_library.catalog(name); }

  [[nodiscard]] std::vector<std::string> names() const override { return m_library.names(FixtureKind::Catalog); }

 private:
  const FixtureLibrary& m_library;
};

}  // namespace dllrepro::scenario

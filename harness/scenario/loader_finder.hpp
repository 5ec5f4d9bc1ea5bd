// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/loader/operation.hpp"
#include "harness/scenario/library.hpp"

namespace dllrepro::scenario {

/// Resolves the operation `run` through the library's loader fixtures.
class LibraryLoaders : public loader::LoaderFinder {
 public:
  LibraryLoaders(const FixtureLibrary& library, Diagnostics& diagnostics)
      : m_library(library), m_diagnostics(diagnostics) {}

  std::optional<JsonCursor> find(const std::string& name) override {
    const JsonDocument* document = m_library.find(FixtureKind::Loader, name);
    return document == nullptr ? std::nullopt : std::optional(JsonCursor(*document, m_diagnostics));
  }

  [[nodiscard]] std::vector<std::string> names() const override { return m_library.names(FixtureKind::Loader); }

 private:
  const FixtureLibrary& m_library;
  Diagnostics& m_diagnostics;
};

}  // namespace dllrepro::scenario

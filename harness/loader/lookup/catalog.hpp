// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/loader/lookup/release.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::loader::lookup {

/// What the releases of a package that looks libraries up know and do, fixtures/catalogs/NAME.json:
///
///   { "schema": 1, "title", "why", "evidence": [...],
///     "releases": [ { "release": "1.0.0", "date": "2025-07-15", "why", "rules": {...}, "libraries": {NAME: {...}} },
///                   { "release": "1.1.0", ... } ] }
///
/// Each release is a change to the one before it: objects are put together key by key, every other value takes the
/// place of the former, and null takes it out. The keys are told in release_parser.hpp.
class Catalog {
 public:
  /// Reads a catalog; faults of every release are reported through the cursor.
  static Catalog parse(const JsonCursor& root);

  /// The releases in the file's order.
  [[nodiscard]] const std::vector<std::string>& releases() const { return m_names; }

  /// A release, whole: {"rules", "libraries"}; nothing when there is none of that name.
  [[nodiscard]] std::optional<Json> release(const std::string& name) const;

 private:
  std::vector<std::string> m_names;
  std::vector<Json> m_releases;
};

/// `"cuda-pathfinder" has no release "1.8.7"; did you mean "1.8.6"?`
std::string unknown_release(const std::string& catalog, const std::string& release, const Catalog& known);

/// Keys of one of a catalog's releases.
const std::vector<std::string>& release_keys();

/// Finds the catalogs that operations name.
class CatalogFinder {
 public:
  virtual ~CatalogFinder() = default;
  /// Null when there is no catalog of that name. Its faults, once.
  virtual const Catalog* find(const std::string& name) = 0;
  /// All names, for suggestions.
  [[nodiscard]] virtual std::vector<std::string> names() const = 0;

 protected:
  CatalogFinder() = default;
  CatalogFinder(const CatalogFinder&) = default;
  CatalogFinder& operator=(const CatalogFinder&) = default;
};

/// A whole release as Catalog::release gives it. Throws BadInput: it comes from a program of this project.
Release read_release(const Json& whole);

}  // namespace dllrepro::loader::lookup

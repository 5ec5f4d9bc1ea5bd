// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/loader/lookup/catalog.hpp"
#include "harness/scenario/record.hpp"
#include "harness/tree/resolve.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::scenario {

/// The named, reusable parts; each kind is a folder below fixtures/.
enum class FixtureKind { Tree, Host, Machine, Loader, Catalog };

inline constexpr std::array k_fixture_kinds{FixtureKind::Tree, FixtureKind::Host, FixtureKind::Machine,
                                            FixtureKind::Loader, FixtureKind::Catalog};

/// `trees`, `hosts`, `machines`, `loaders`, `catalogs`.
std::string_view folder_of(FixtureKind kind);

/// `tree`, `host`, `machine`, `loader`, `catalog`, for messages.
std::string_view word_for(FixtureKind kind);

/// The fixtures below one root folder, found by name: the path below the kind's folder without its ending, so
/// "torch/glob" is fixtures/loaders/torch/glob.json. Files are read once and kept. Not for several threads at once.
class FixtureLibrary {
 public:
  /// `root` is the folder that holds fixtures/. Throws EnvironmentFailure when it holds none.
  explicit FixtureLibrary(std::filesystem::path root);

  /// Walks upward from `start` (a file or folder) to the first folder that holds fixtures/record/; then tries the
  /// installed share folder beside the program, ../share/dllrepro. Throws EnvironmentFailure when there is none.
  static std::filesystem::path find_root(const std::filesystem::path& start);

  [[nodiscard]] const std::filesystem::path& root() const { return m_root; }

  /// All names of a kind, sorted.
  [[nodiscard]] const std::vector<std::string>& names(FixtureKind kind) const;

  /// The fixture, nullptr when there is none of that name. Throws BadInput when its text is no JSON.
  [[nodiscard]] const JsonDocument* find(FixtureKind kind, const std::string& name) const;

  /// Like find; an unknown name is reported at `asked`, with the nearest known one.
  [[nodiscard]] const JsonDocument* require(FixtureKind kind, const std::string& name, const JsonCursor& asked) const;

  /// The trees, which the tree room reads itself.
  [[nodiscard]] const tree::TreeLibrary& trees() const { return m_trees; }

  /// A catalog of releases; nullptr when there is none of that name. Throws BadInput when it is wrong.
  [[nodiscard]] const loader::lookup::Catalog* catalog(const std::string& name) const;

  /// The rows that scenarios may cover, fixtures/record/.
  [[nodiscard]] const Record& record() const;

 private:
  std::filesystem::path m_root;
  tree::TreeLibrary m_trees;
  mutable std::optional<Record> m_record;
  mutable std::map<FixtureKind, std::vector<std::string>> m_names;
  mutable std::map<std::pair<FixtureKind, std::string>, std::unique_ptr<const JsonDocument>> m_documents;
  mutable std::map<std::string, std::unique_ptr<const loader::lookup::Catalog>> m_catalogs;
};

}  // namespace dllrepro::scenario

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/tree/plan.hpp"

namespace dllrepro::tree {

/// A real package or interpreter as the cache holds it: what lies where below {prefix}.
struct Artefact {
  std::string title;               ///< "torch 2.15.0", for messages
  std::string id;                  ///< its folder below the cache, such as "wheels/torch-2.15.0-cp313"
  std::filesystem::path manifest;  ///< artefact.json
  std::filesystem::path folder;    ///< where its files are
  std::vector<std::string> files;  ///< below `folder` and below {prefix}, with slashes
  bool is_python = false;
};

/// One file of an artefact in a tree.
struct InstalledFile {
  const Artefact* artefact = nullptr;
  std::size_t number = 0;      ///< of artefact->files
  std::size_t occurrence = 0;  ///< how many times the tree has the same file before this one
  TreePath path;
};

/// The installed files of one tree, once it is known which files the distributions have: the plan's install steps done
/// one after the other. Distributions overwrite each other's files, as with pip, and what is moved or copied overwrites
/// those of the interpreter.
class InstalledLayer {
 public:
  using Find = std::function<const Artefact&(const Distribution&)>;

  InstalledLayer() = default;

  /// Throws BadInput at the step's place for a path that names nothing (with the nearest), and for one that a file of
  /// the plan's own has, too. Stubs that stand for a host's Python give way to it, unless they came by `replace`.
  InstalledLayer(const TreePlan& plan, const Find& find);

  [[nodiscard]] const std::vector<InstalledFile>& files() const { return m_files; }

  /// Says whether an installed file lies where the plan has one of its own, which then is left out.
  [[nodiscard]] bool hides(const TreePath& path) const;

 private:
  struct Entry {
    std::string path;  ///< below the run's directory, as it was spelled
    const Artefact* artefact = nullptr;
    std::size_t number = 0;
  };
  using Entries = std::map<std::string, Entry>;  ///< keyed by the folded path

  static void put(Entries& entries, std::string path, const Entry& what);
  static void apply(Entries& entries, const InstallStep& step, const Find& find);
  void check(const Entries& entries, const TreePlan& plan);

  std::vector<InstalledFile> m_files;
  std::vector<TreePath> m_hidden;
};

}  // namespace dllrepro::tree

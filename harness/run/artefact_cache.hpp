// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "harness/scenario/cell.hpp"
#include "harness/tree/installed_layer.hpp"

namespace dllrepro::run {

/// The folder of real artefacts that ci/windows-python and ci/fetch-wheels fill:
///
///   CACHE/python/3.12/            artefact.json and the interpreter's files
///   CACHE/python/default          a text file with the version that a host means by "default"
///   CACHE/wheels/NAME-VERSION/    artefact.json, and files/ as pip would install them; NAME-VERSION-cp313 where the
///                                 wheel is for one version of CPython
///
/// Each artefact is looked at once, when a cell first wants it. May be used by several threads.
class ArtefactCache {
 public:
  explicit ArtefactCache(std::filesystem::path folder);

  /// Why the cell can't run on this machine: an artefact is not in the cache (with the command that fetches it), or
  /// there is none for the host's Python. "" when nothing is missing.
  std::string why_missing(const scenario::Cell& cell);

  /// The artefact that a distribution of the cell's plan stands for. Throws Error, saying what to do, when it is
  /// damaged: its manifest can't be read, a file has another size, or it was made from another wheel than is pinned.
  const tree::Artefact& get(const scenario::Cell& cell, const tree::Distribution& distribution);

  /// The minor version of the cell's Python, "3.12"; "" where the host is no interpreter or the default is not known.
  std::string python_of(const scenario::Cell& cell);

  /// From now on get() throws for this artefact.
  void set_damaged(const tree::Artefact& artefact, const std::string& reason);

 private:
  struct Entry {
    tree::Artefact artefact;
    bool missing = false;
    std::string damage;
  };
  /// Which artefact a distribution means to a Python: its folder in the cache and the hash of its wheel; an empty
  /// folder when none of its wheels fits.
  struct Choice {
    std::string folder;
    std::string sha256;
    std::string command;  ///< that fetches it
  };

  Choice choose(const tree::Distribution& distribution, const std::string& python);
  Entry& look_up(const tree::Distribution& distribution, const Choice& choice);

  std::filesystem::path m_folder;
  std::mutex m_mutex;
  std::map<std::string, std::unique_ptr<Entry>> m_entries;  ///< by Choice::folder
};

/// Reads CACHE/FOLDER/artefact.json and looks whether its files are there. Throws Error with what is wrong.
tree::Artefact read_artefact(const std::filesystem::path& cache, const std::string& folder,
                             const tree::Distribution& distribution, const std::string& sha256);

}  // namespace dllrepro::run

// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "harness/tree/file_stamp.hpp"
#include "harness/tree/installed_layer.hpp"

namespace dllrepro::tree {

/// Puts files of artefacts into trees as hard links, so that a tree of hundreds of megabytes costs next to nothing.
///
/// They are links into the cache itself where that lies on the trees' file system. Else each file is copied into the
/// store's folder when a tree first wants it, and linked from there: once per run. A file that one tree has twice is
/// copied for the second, since two links of one file are one module to the loader (row L48 of the record).
///
/// What programs open by themselves, a .py or python312.zip, is no file that two trees share at the same time: an open
/// without FILE_SHARE_DELETE, and Python's is one, fails while a link of the same file is being removed (once in 70
/// cells that ran eight at a time). Each place for trees, the owner, has a copy of its own to link such files from. The
/// loader opens images so that it does not matter.
///
/// A child that writes into a linked file changes it for all trees. `check` finds out: a copy is given up and made anew
/// for the next tree; a changed file of the cache makes its artefact unfit, and the manifest is taken away so that no
/// later run uses it either. May be used by several threads.
class ArtefactStore {
 public:
  /// A file of the cache that is not as it was when it was first linked.
  struct Damage {
    const Artefact* artefact = nullptr;
    std::string file;
  };

  /// The folder for copies, which nobody else may use, is made when something is copied into it.
  explicit ArtefactStore(std::filesystem::path folder) : m_folder(std::move(folder)) {}

  /// Makes `target` the file. Throws EnvironmentFailure when that fails or the file is gone from the cache.
  void put(const InstalledFile& file, const std::filesystem::path& target, const std::string& owner);

  /// Looks at all that a tree was given, after a child that changed something.
  std::vector<Damage> check(const InstalledLayer& layer, const std::string& owner);

  /// Removes the copies that are the owner's alone, which makes no more trees. A child that changes its tree costs its
  /// place: without this each such child would leave a copy of a whole Python.
  void forget(const std::string& owner) noexcept;

 private:
  [[nodiscard]] std::filesystem::path copy_of(const InstalledFile& file, const std::string& owner) const;
  void make_copy(const InstalledFile& file, const std::filesystem::path& copy);
  void remember(const std::filesystem::path& source);
  [[nodiscard]] bool is_known(const std::filesystem::path& source) const;
  /// Whether a source that was remembered is still the same; one that was not is.
  [[nodiscard]] bool is_same(const std::filesystem::path& source) const;

  std::filesystem::path m_folder;
  std::atomic<bool> m_links_cache = true;  ///< until a link into the cache turns out to be impossible
  mutable std::mutex m_mutex;
  std::map<std::filesystem::path::string_type, FileStamp> m_stamps;
  std::map<std::string, std::set<std::filesystem::path>> m_own_folders;  ///< by owner, those of its copies
  std::array<std::mutex, 64> m_copying;  ///< each for the files whose digest leads to it
};

}  // namespace dllrepro::tree

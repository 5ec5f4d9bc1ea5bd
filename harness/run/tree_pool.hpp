// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "harness/tree/artefact_store.hpp"
#include "harness/tree/file_stamp.hpp"
#include "harness/tree/installed_layer.hpp"
#include "harness/tree/places.hpp"
#include "harness/tree/plan.hpp"
#include "harness/tree/run_directory.hpp"
#include "harness/tree/stub_store.hpp"

namespace dllrepro::run {

/// What trees are made of.
struct TreeSources {
  tree::StubStore& stubs;
  tree::ArtefactStore& artefacts;
  std::filesystem::path probe;
  tree::InstalledLayer::Find find;  ///< the artefact of a distribution; not called for plans that install none
};

/// A tree on disk that serves one child after the other, one at a time.
///
/// Making and removing a tree costs half of what starting a child does: some 170 calls that Wine's one server has to
/// answer. Cells of one scenario mostly differ in host and loader and share their tree, so a tree that a child left as
/// it was serves the next cell that has the same; for another one its files are exchanged and its folders stay.
///
/// "As it was" is looked at, not believed: last-write times and sizes of all folders and files are those of after the
/// making. A folder's time changes when anything in it is made, removed or renamed.
class TreeSlot {
 public:
  TreeSlot(const std::filesystem::path& work_folder, const std::filesystem::path& system32,
           const std::filesystem::path& windows);
  TreeSlot(const TreeSlot&) = delete;
  TreeSlot& operator=(const TreeSlot&) = delete;
  ~TreeSlot();

  [[nodiscard]] const tree::PlaceMap& places() const { return m_places; }
  [[nodiscard]] const std::filesystem::path& folder() const { return m_directory.path(); }

  /// Makes the tree, unless it is there. `key` stands for all of its contents. What the store of artefacts keeps for
  /// this slot alone goes with it.
  void make(const std::string& key, const tree::TreePlan& plan, const TreeSources& sources);

  /// Takes the tree's files away and leaves the places' folders; false when one can't be removed.
  [[nodiscard]] bool clear();

  /// Writes a file beside the places, unless it has these contents already. Throws EnvironmentFailure.
  void write_beside(const std::string& name, const std::string& text);

  /// To be called once all is in place and before the child starts.
  void remember();

  /// Says whether nothing was changed since remember().
  [[nodiscard]] bool unchanged() const;

  /// The installed files of the tree that is there.
  [[nodiscard]] const tree::InstalledLayer& installed() const { return m_installed; }

  [[nodiscard]] const std::string& key() const { return m_key; }

  /// Leaves all on disk for a person to look at; the slot is of no more use.
  const std::filesystem::path& keep() { return m_directory.keep(); }

  /// Removes all now; returns what could not be removed. The slot is of no more use.
  std::vector<std::filesystem::path> remove() { return m_directory.remove(); }

 private:
  void add_stamp(const std::filesystem::path& path);

  tree::RunDirectory m_directory;
  tree::PlaceMap m_places;
  std::string m_key;
  tree::ArtefactStore* m_artefacts = nullptr;
  tree::InstalledLayer m_installed;
  std::vector<std::filesystem::path> m_files;                 ///< of the tree that is there
  std::map<std::filesystem::path, tree::FileStamp> m_stamps;  ///< folders and files, places included
  std::map<std::string, std::string> m_beside;                ///< name -> text
  bool m_remembered = false;
};

/// Slots that no child uses at the moment. As many are made as children run at once; what is left is removed at the
/// end.
class TreePool {
 public:
  TreePool(std::filesystem::path work_folder, std::filesystem::path system32, std::filesystem::path windows);

  /// A slot that holds the tree of this key, else one without a tree. The caller owns it until it is given back.
  std::unique_ptr<TreeSlot> take(const std::string& key);

  /// Only slots that are unchanged() may come back; others are kept or removed by the caller.
  void give_back(std::unique_ptr<TreeSlot> slot);

 private:
  std::filesystem::path m_work_folder;
  std::filesystem::path m_system32;
  std::filesystem::path m_windows;
  std::mutex m_mutex;
  std::vector<std::unique_ptr<TreeSlot>> m_free;
};

}  // namespace dllrepro::run

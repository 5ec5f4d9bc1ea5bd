// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/tree/plan.hpp"

namespace dllrepro::tree {

/// The files of a tree while it is being made, kept the way Windows would: one name for one file whatever its case, no
/// file where a folder must be. Each change returns what is wrong, "" when nothing is; a faulty change changes nothing.
class GrowingTree {
 public:
  [[nodiscard]] std::string add(const TreePath& path, TreeFile file);
  [[nodiscard]] std::string replace(const TreePath& path, TreeFile file);

  /// `subject`: a file, a folder or place with all that is in it, or a glob of these.
  [[nodiscard]] std::string remove(const std::string& subject);

  /// A file or folder becomes `to`; what a glob matches goes into the folder `to`. `location` is of the new files.
  [[nodiscard]] std::string move(const std::string& subject, const TreePath& to, const Location& location);
  [[nodiscard]] std::string copy(const std::string& subject, const TreePath& to, const Location& location);

  /// Sets the machine of every stub that is there.
  void set_machine(const std::string& machine);

  /// The plan; folders that only stand for what lies in them are left out.
  [[nodiscard]] TreePlan finish() &&;

 private:
  struct Entry {
    std::string path;  ///< below the run's directory, as it was spelled
    TreeFile file;
  };
  using Entries = std::map<std::string, Entry>;  ///< keyed by the folded path, which has the same length

  [[nodiscard]] std::string fault_of_new(const std::string& path) const;
  [[nodiscard]] Entries::const_iterator first_below(const std::string& folded_folder) const;
  [[nodiscard]] std::string missing(const std::string& subject) const;
  /// What a subject names: key and the path that it gets below the new folder, "" for the subject itself.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> select(const std::string& subject) const;
  [[nodiscard]] std::string add_all(std::vector<std::pair<std::string, TreeFile>> files);

  Entries m_entries;
};

}  // namespace dllrepro::tree

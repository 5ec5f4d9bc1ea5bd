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
  [[nodiscard]] std::string remove(const std::string& subject, const Location& location);

  /// A file or folder becomes `to`; what a glob matches goes into the folder `to`. `location` is of the new files.
  [[nodiscard]] std::string move(const std::string& subject, const TreePath& to, const Location& location);
  [[nodiscard]] std::string copy(const std::string& subject, const TreePath& to, const Location& location);

  /// Installs a distribution. Which files it brings is not known here: what is done to paths from then on is done to
  /// installed files, too, when the tree is assembled, and finds out only then that there is nothing of that name. The
  /// same distribution a second time changes nothing.
  [[nodiscard]] std::string install(const Distribution& distribution, const Location& location);

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
  /// Says whether an installed file may be meant by a subject.
  [[nodiscard]] bool may_be_installed(const std::string& subject) const;
  void add_step(InstallStep::Verb verb, const std::string& subject, const TreePath& to, bool required,
                const Location& location);
  [[nodiscard]] std::string add_all(std::vector<std::pair<std::string, TreeFile>> files);

  Entries m_entries;
  std::vector<InstallStep> m_steps;
  bool m_installs_packages = false;  ///< something besides the interpreter
};

}  // namespace dllrepro::tree

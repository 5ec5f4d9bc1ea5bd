// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dllrepro::tree {

/// A tree is more than a package: what lies outside of it is part of the tree, too, under named places.
///
///   "torch/lib/c10.dll"               in {site}, the place meant when none is named
///   "{program_files}/NVIDIA/..."      in the folder that the child knows as %ProgramFiles%
///
/// Place -> folder below the run's own directory:
///   prefix          Python                        where the host's exe lies (sys.prefix)
///   site            Python/Lib/site-packages
///   program_files   Program Files                 %ProgramFiles%
///   appdata         AppData/Roaming               %APPDATA%
///   local_appdata   AppData/Local                 %LOCALAPPDATA%
///   userbase        AppData/Roaming/Python        site.USER_BASE on Windows (real-artefacts.md T1)
///   work            work                          the child's current directory, empty
///   temp            temp                          %TEMP%
///   elsewhere       elsewhere                     any folder that nobody searches
/// Two more name folders that no tree may write into: `system32` and `windows`.
struct Place {
  std::string_view name;
  std::string_view folder;
};

/// The places of a tree in the order above, without system32 and windows.
const std::vector<Place>& places();

/// "{place}/rest" in its one spelling: forward slashes, no "." parts, {site}/ left off.
/// A place as a whole is "{place}" alone, {site} included. Used for tree paths everywhere after parsing.
using TreePath = std::string;

/// The path below the run's directory: "torch/lib/c10.dll" -> "Python/Lib/site-packages/torch/lib/c10.dll". Places lie
/// within each other ({site} in {prefix}, {userbase} in {appdata}): here each file has one path. Globs stay globs.
std::string below_run(std::string_view tree_path);

/// The reverse: the longest place first, case ignored where a place's own folder is spelled. What is in no place comes
/// back as it is.
TreePath tree_path_below_run(std::string_view path);

/// Where the places of one run lie on disk, to turn a tree path into a file and a module's path back into a tree path.
class PlaceMap {
 public:
  PlaceMap(std::filesystem::path run_directory, std::filesystem::path system32, std::filesystem::path windows);

  /// The file that a tree path names. A path whose place is unknown is taken for one below {site}.
  [[nodiscard]] std::filesystem::path file_of(std::string_view tree_path) const;

  /// The tree path of a Windows path, case ignored, the longest place first; an outside path comes back as it is,
  /// with forward slashes. A `\\?\` in front is left off.
  [[nodiscard]] TreePath tree_path_of(std::string_view windows_path) const;

  /// name -> absolute Windows path, for the probe's plan and for `{place}` in operations and environments.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> entries() const;

 private:
  struct Entry {
    std::string name;
    std::filesystem::path folder;
    std::string folded;  ///< the folder as tree_path_of compares it: forward slashes, case folded, none at the end
  };

  std::vector<Entry> m_entries;          ///< in the order of places(), then system32 and windows
  std::vector<std::size_t> m_by_length;  ///< indices of m_entries, the longest folder first
};

}  // namespace dllrepro::tree

// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/tree/names.hpp"
#include "harness/tree/places.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::tree {

/// What a subject names among entries: a map from the folded path below the run's directory to something with the same
/// path as it was spelled, `path`. A subject is a file, a folder or place with all that is in it, or a glob of these.
/// Pairs of key and the path that the entry gets below a new folder, "" for the subject itself.
template <typename Entries>
std::vector<std::pair<std::string, std::string>> select_paths(const Entries& entries, const std::string& subject) {
  std::vector<std::pair<std::string, std::string>> selected;
  const std::string spelled = below_run(subject);
  const std::string folded = fold_case(spelled);
  if (!is_glob(subject)) {
    const std::string folder = folded + "/";
    for (const auto& [key, entry] : entries) {
      if (key == folded || std::string_view(key).starts_with(folder)) {
        selected.emplace_back(key, entry.path.substr(folded.size()));
      }
    }
    return selected;
  }
  const auto depth = static_cast<std::size_t>(std::count(spelled.begin(), spelled.end(), '/'));
  for (const auto& [key, entry] : entries) {
    // The glob names the file itself or a folder on the way to it: compare as many parts as the glob has.
    std::size_t end = key.find('/');
    std::size_t name = 0;
    for (std::size_t part = 0; part < depth && end != std::string::npos; ++part) {
      name = end + 1;
      end = key.find('/', name);
    }
    if (matches_glob(spelled, entry.path.substr(0, end))) {
      selected.emplace_back(key, entry.path.substr(name - 1));
    }
  }
  return selected;
}

/// What is wrong with a subject that names nothing among the entries, with the nearest file or folder.
template <typename Entries>
std::string describe_missing(const Entries& entries, const std::string& subject) {
  if (is_glob(subject)) {
    return fmt::format("nothing in the tree matches \"{}\"", subject);
  }
  std::set<std::string> known;
  for (const auto& [key, entry] : entries) {
    known.insert(tree_path_below_run(entry.path));
    for (std::size_t end = entry.path.find('/'); end != std::string::npos; end = entry.path.find('/', end + 1)) {
      known.insert(tree_path_below_run(entry.path.substr(0, end)));
    }
  }
  return fmt::format("the tree has no \"{}\"{}", subject, did_you_mean(subject, {known.begin(), known.end()}));
}

}  // namespace dllrepro::tree

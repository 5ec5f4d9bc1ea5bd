// SPDX-License-Identifier: MIT
#include "harness/tree/places.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "harness/tree/names.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::tree {

namespace {

/// "{place}/rest" taken apart; a path without a known place is one in {site}.
struct SplitPath {
  std::string_view place = "site";
  std::string_view rest;
};

template <typename IsKnown>
SplitPath split_place(std::string_view tree_path, IsKnown is_known) {
  if (!tree_path.empty() && tree_path.front() == '{') {
    const std::size_t end = tree_path.find('}');
    if (end != std::string_view::npos && is_known(tree_path.substr(1, end - 1))) {
      return {tree_path.substr(1, end - 1), tree_path.substr(std::min(end + 2, tree_path.size()))};
    }
  }
  return {"site", tree_path};
}

TreePath join(std::string_view place, std::string_view rest) {
  if (rest.empty()) {
    return fmt::format("{{{}}}", place);
  }
  return place == "site" ? TreePath(rest) : fmt::format("{{{}}}/{}", place, rest);
}

/// Forward slashes, without the prefix of extended-length paths and NT paths, without a slash at the end.
std::string plain_spelling(std::string_view windows_path) {
  std::string text(windows_path);
  std::replace(text.begin(), text.end(), '\\', '/');
  for (const std::string_view prefix : {"//?/UNC/", "/?\?/UNC/"}) {
    if (fold_case(text).rfind(fold_case(prefix), 0) == 0) {
      return text.replace(0, prefix.size(), "//");
    }
  }
  for (const std::string_view prefix : {"//?/", "/?\?/", "//./"}) {
    if (text.rfind(prefix, 0) == 0) {
      text.erase(0, prefix.size());
      break;
    }
  }
  while (text.size() > 1 && text.back() == '/') {
    text.pop_back();
  }
  return text;
}

}  // namespace

const std::vector<Place>& places() {
  static const std::vector<Place> all{
      {"prefix", "Python"},
      {"site", "Python/Lib/site-packages"},
      {"program_files", "Program Files"},
      {"appdata", "AppData/Roaming"},
      {"local_appdata", "AppData/Local"},
      {"userbase", "AppData/Roaming/Python"},
      {"work", "work"},
      {"temp", "temp"},
      {"elsewhere", "elsewhere"},
  };
  return all;
}

std::string below_run(std::string_view tree_path) {
  const auto is = [](std::string_view name) { return [name](const Place& place) { return place.name == name; }; };
  const auto [name, rest] = split_place(
      tree_path, [&](std::string_view known) { return std::any_of(places().begin(), places().end(), is(known)); });
  std::string path(std::find_if(places().begin(), places().end(), is(name))->folder);
  if (!rest.empty()) {
    path += '/';
    path += rest;
  }
  return path;
}

TreePath tree_path_below_run(std::string_view path) {
  const std::string folded = fold_case(path);
  const Place* longest = nullptr;
  for (const Place& place : places()) {
    const std::size_t length = place.folder.size();
    const bool inside =
        folded.compare(0, length, fold_case(place.folder)) == 0 && (folded.size() == length || folded[length] == '/');
    if (inside && (longest == nullptr || length > longest->folder.size())) {
      longest = &place;
    }
  }
  if (longest == nullptr) {
    return std::string(path);
  }
  const std::string_view rest = path.substr(std::min(longest->folder.size() + 1, path.size()));
  return join(longest->name, rest);
}

PlaceMap::PlaceMap(std::filesystem::path run_directory, std::filesystem::path system32, std::filesystem::path windows) {
  const auto add = [&](std::string_view name, std::filesystem::path folder) {
    folder.make_preferred();
    std::string folded = fold_case(plain_spelling(path_to_utf8(folder)));
    m_entries.push_back({std::string(name), std::move(folder), std::move(folded)});
  };
  for (const Place& place : places()) {
    add(place.name, run_directory / path_from_utf8(place.folder));
  }
  add("system32", std::move(system32));
  add("windows", std::move(windows));

  m_by_length.resize(m_entries.size());
  std::iota(m_by_length.begin(), m_by_length.end(), std::size_t{0});
  std::stable_sort(m_by_length.begin(), m_by_length.end(), [&](std::size_t a, std::size_t b) {
    return m_entries[a].folded.size() > m_entries[b].folded.size();
  });
}

std::filesystem::path PlaceMap::file_of(std::string_view tree_path) const {
  const auto [place, rest] = split_place(tree_path, [&](std::string_view name) {
    return std::any_of(m_entries.begin(), m_entries.end(), [&](const Entry& entry) { return entry.name == name; });
  });
  const auto entry = std::find_if(m_entries.begin(), m_entries.end(),
                                  [wanted = place](const Entry& known) { return known.name == wanted; });
  return rest.empty() ? entry->folder : (entry->folder / path_from_utf8(rest)).make_preferred();
}

TreePath PlaceMap::tree_path_of(std::string_view windows_path) const {
  const std::string text = plain_spelling(windows_path);
  const std::string folded = fold_case(text);
  for (const std::size_t index : m_by_length) {
    const Entry& entry = m_entries[index];
    const std::size_t length = entry.folded.size();
    if (entry.folded.empty() || folded.compare(0, length, entry.folded) != 0) {
      continue;
    }
    if (text.size() == length || text[length] == '/') {
      return join(entry.name, std::string_view(text).substr(std::min(length + 1, text.size())));
    }
  }
  return text;
}

std::vector<std::pair<std::string, std::string>> PlaceMap::entries() const {
  std::vector<std::pair<std::string, std::string>> all;
  all.reserve(m_entries.size());
  for (const Entry& entry : m_entries) {
    all.emplace_back(entry.name, path_to_utf8(entry.folder));
  }
  return all;
}

}  // namespace dllrepro::tree

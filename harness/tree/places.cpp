// SPDX-License-Identifier: MIT
#include "harness/tree/places.hpp"

#include <algorithm>
#include <numeric>

#include "harness/tree/names.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::tree {

namespace {

/// Forward slashes, without the prefix of extended-length paths and NT paths, without a slash at the end.
std::string plain_spelling(std::string_view windows_path) {
  std::string text(windows_path);
  std::replace(text.begin(), text.end(), '\\', '/');
  for (const std::string_view prefix : {"//?/UNC/", "/?\?/UNC/"}) {
    if (fold_case(text).rfind(fold_case(prefix), 0) == 0) {
      return "//" + text.substr(prefix.size());
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
  std::string_view place = "site";
  std::string_view rest = tree_path;
  if (!tree_path.empty() && tree_path.front() == '{') {
    const std::size_t end = tree_path.find('}');
    const std::string_view name = tree_path.substr(1, end == std::string_view::npos ? end : end - 1);
    const auto known = [&](const Entry& entry) { return entry.name == name; };
    if (end != std::string_view::npos && std::any_of(m_entries.begin(), m_entries.end(), known)) {
      place = name;
      rest = tree_path.substr(std::min(end + 2, tree_path.size()));
    }
  }
  const auto entry =
      std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& known) { return known.name == place; });
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
    if (text.size() == length) {
      return "{" + entry.name + "}";
    }
    if (text[length] == '/') {
      return entry.name == "site" ? text.substr(length + 1) : "{" + entry.name + "}" + text.substr(length);
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

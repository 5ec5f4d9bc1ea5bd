// SPDX-License-Identifier: MIT
#include "harness/loader/lookup/folders.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/loader/file_order.hpp"
#include "harness/loader/lookup/python_text.hpp"

namespace dllrepro::loader::lookup {

namespace {

std::vector<std::string> parts_of(const std::string& pattern) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin <= pattern.size()) {
    const std::size_t end = std::min(pattern.find('/', begin), pattern.size());
    if (end > begin) {
      parts.push_back(pattern.substr(begin, end - begin));
    }
    begin = end + 1;
  }
  return parts;
}

/// Goes down a pattern, part by part. Slashes of the pattern are kept up to the first wildcard, where they are: behind
/// it os.path.join writes them anew.
class Descent {
 public:
  Descent(const std::string& pattern, const FolderRules& rules, System& system)
      : m_parts(parts_of(pattern)), m_rules(rules), m_system(system) {}

  std::vector<std::string> below(const std::string& root) {
    m_found.clear();
    go(root, 0, m_rules.spelling == Spelling::AsListed);
    if (m_rules.wildcards == WildcardOrder::ByName) {
      std::sort(m_found.begin(), m_found.end());
    }
    return m_found;
  }

 private:
  void go(const std::string& folder, std::size_t at, bool keep) {
    // A root that is "" is the current folder: what lies below it is told by relative paths.
    if (!folder.empty() && !m_system.is_folder(folder)) {
      return;
    }
    if (at == m_parts.size()) {
      m_found.push_back(folder);
      return;
    }
    if (!has_wildcard(m_parts[at])) {
      const std::string slash = keep && at > 0 ? "/" : "\\";
      const bool needs_none = folder.empty() || folder.back() == '\\' || folder.back() == '/';
      go(folder + (needs_none ? "" : slash) + m_parts[at], at + 1, keep);
      return;
    }
    std::vector<std::string> names = entries_of(folder, m_system);
    if (m_rules.wildcards == WildcardOrder::FromTheEnd) {
      std::reverse(names.begin(), names.end());
    }
    for (const std::string& name : names) {
      if (fits_any(name, {m_parts[at]})) {
        go(joined(folder, name), at + 1, false);
      }
    }
  }

  std::vector<std::string> m_parts;
  const FolderRules& m_rules;
  System& m_system;
  std::vector<std::string> m_found;
};

std::string spelled(const std::string& folder, Spelling spelling, System& system) {
  switch (spelling) {
    case Spelling::Normalized:
      return normalized(folder);
    case Spelling::Resolved:
      return system.real_path(normalized(folder));
    case Spelling::Backslashes:
    case Spelling::AsListed:
      break;
  }
  return folder;
}

}  // namespace

std::vector<std::string> existing_folders(const std::vector<std::string>& roots, const std::string& pattern,
                                          const FolderRules& rules, System& system, State& state) {
  const std::string key = fmt::format("{}\n{}", fmt::join(roots, "\n"), pattern);
  if (rules.remembered) {
    if (auto known = state.folders.find(key)) {
      return *known;
    }
  }
  std::vector<std::string> found;
  Descent descent(pattern, rules, system);
  for (const std::string& root : roots) {
    for (const std::string& folder : descent.below(root)) {
      found.push_back(spelled(folder, rules.spelling, system));
    }
  }
  return rules.remembered ? state.folders.remember(key, std::move(found)) : found;
}

std::vector<std::string> entries_of(const std::string& folder, System& system) {
  std::vector<std::string> names;
  for (const std::string& entry : system.glob(joined(folder, "*"))) {
    names.push_back(name_of_file(entry));
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string library_file(const std::string& folder, const Library& library, const FileRules& rules,
                         const std::string& machine, System& system) {
  const auto usable = [&](const std::string& file) {
    return system.exists(file) && !system.is_folder(file) && !fits_any(name_of_file(file), rules.ignored) &&
           (machine.empty() || system.machine_of(file) == machine);
  };
  std::vector<std::string> candidates;
  const auto add_by_pattern = [&](const std::string& pattern, bool newest_first) {
    std::vector<std::string> names = entries_of(folder, system);
    std::erase_if(names, [&](const std::string& name) { return !fits_any(name, {pattern}); });
    if (newest_first) {
      std::stable_sort(names.begin(), names.end(),
                       [](const std::string& a, const std::string& b) { return numerically_before(b, a); });
    }
    for (const std::string& name : names) {
      candidates.push_back(joined(folder, name));
    }
  };
  if (!rules.pattern.empty()) {
    add_by_pattern(filled(rules.pattern, {{"name", library.name}}), false);
  } else {
    for (const std::string& name : library.dlls) {
      candidates.push_back(joined(folder, name));
    }
    if (rules.names == NameOrder::FromTheEnd) {
      std::reverse(candidates.begin(), candidates.end());
    }
    for (const std::string& pattern : library.more_files) {
      add_by_pattern(pattern, true);
    }
  }
  const auto first = std::find_if(candidates.begin(), candidates.end(), usable);
  return first == candidates.end() ? std::string{} : *first;
}

}  // namespace dllrepro::loader::lookup

// SPDX-License-Identifier: MIT
#include "harness/scenario/library.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/scenario/program_folder.hpp"
#include "harness/scenario/scenario.hpp"
#include "harness/util/error.hpp"
#include "harness/util/nearest.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::scenario {

namespace fs = std::filesystem;

namespace {

bool is_root(const fs::path& folder) {
  std::error_code failed;
  return fs::is_directory(folder / "fixtures" / "record", failed);
}

std::string unknown_fixture(FixtureKind kind, const std::string& name, const std::vector<std::string>& known) {
  std::string hint = did_you_mean(name, known);
  if (hint.empty() && !known.empty()) {
    hint = fmt::format("; those in fixtures/{}: {}", folder_of(kind), fmt::join(known, ", "));
  }
  return fmt::format("unknown {} \"{}\"{}", word_for(kind), name, hint);
}

}  // namespace

std::string_view folder_of(FixtureKind kind) {
  constexpr std::array<std::string_view, 5> folders{"trees", "hosts", "machines", "loaders", "catalogs"};
  return folders[static_cast<std::size_t>(kind)];
}

std::string_view word_for(FixtureKind kind) {
  constexpr std::array<std::string_view, 5> words{"tree", "host", "machine", "loader", "catalog"};
  return words[static_cast<std::size_t>(kind)];
}

FixtureLibrary::FixtureLibrary(fs::path root) : m_root(std::move(root)), m_trees(m_root / "fixtures" / "trees") {
  std::error_code failed;
  if (!fs::is_directory(m_root / "fixtures", failed)) {
    throw EnvironmentFailure(fmt::format("no folder \"fixtures\" in {}", display_path(m_root)));
  }
}

fs::path FixtureLibrary::find_root(const fs::path& start) {
  std::error_code failed;
  const fs::path begin = fs::absolute(start, failed).lexically_normal();
  for (fs::path folder = begin; !folder.empty(); folder = folder.parent_path()) {
    if (is_root(folder)) {
      return folder;
    }
    if (folder == folder.parent_path()) {
      break;
    }
  }
  const fs::path installed = (program_folder() / ".." / "share" / "dllrepro").lexically_normal();
  if (is_root(installed)) {
    return installed;
  }
  throw EnvironmentFailure(
      fmt::format("no fixtures found: no folder above {} holds fixtures/record, nor does {}; "
                  "--fixtures names their folder",
                  display_path(begin), display_path(installed)));
}

const std::vector<std::string>& FixtureLibrary::names(FixtureKind kind) const {
  const auto known = m_names.find(kind);
  if (known != m_names.end()) {
    return known->second;
  }
  std::vector<std::string> names;
  const fs::path folder = m_root / "fixtures" / folder_of(kind);
  std::error_code failed;
  for (fs::recursive_directory_iterator file(folder, failed), end; !failed && file != end; file.increment(failed)) {
    if (file->path().extension() == ".json") {
      const fs::path name = file->path().lexically_relative(folder).replace_extension();
      const std::u8string text = name.generic_u8string();
      names.emplace_back(text.begin(), text.end());
    }
  }
  std::sort(names.begin(), names.end());
  return m_names.emplace(kind, std::move(names)).first->second;
}

const JsonDocument* FixtureLibrary::find(FixtureKind kind, const std::string& name) const {
  const auto key = std::make_pair(kind, name);
  const auto read = m_documents.find(key);
  if (read != m_documents.end()) {
    return read->second.get();
  }
  // Looked up in the list and not on disk, so that a name can't lead out of the folder and its case counts everywhere.
  const std::vector<std::string>& known = names(kind);
  if (!std::binary_search(known.begin(), known.end(), name)) {
    return nullptr;
  }
  const fs::path file = m_root / "fixtures" / folder_of(kind) / path_from_utf8(name + ".json");
  auto document = std::make_unique<const JsonDocument>(JsonDocument::read(file));
  return m_documents.emplace(key, std::move(document)).first->second.get();
}

const JsonDocument* FixtureLibrary::require(FixtureKind kind, const std::string& name, const JsonCursor& asked) const {
  const JsonDocument* document = find(kind, name);
  if (document == nullptr) {
    asked.report(unknown_fixture(kind, name, names(kind)));
  }
  return document;
}

const loader::lookup::Catalog* FixtureLibrary::catalog(const std::string& name) const {
  if (const auto known = m_catalogs.find(name); known != m_catalogs.end()) {
    return known->second.get();
  }
  const JsonDocument* document = find(FixtureKind::Catalog, name);
  if (document == nullptr) {
    return nullptr;
  }
  Diagnostics faults;
  auto catalog =
      std::make_unique<const loader::lookup::Catalog>(loader::lookup::Catalog::parse(JsonCursor(*document, faults)));
  if (!faults.empty()) {
    throw BadInput(std::move(faults));
  }
  return m_catalogs.emplace(name, std::move(catalog)).first->second.get();
}

const Record& FixtureLibrary::record() const {
  if (!m_record) {
    m_record = Record::read(m_root / "fixtures" / "record");
  }
  return *m_record;
}

}  // namespace dllrepro::scenario

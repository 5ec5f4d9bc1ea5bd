// SPDX-License-Identifier: MIT
#include "harness/cli/checked_file.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "harness/scenario/beside.hpp"
#include "harness/scenario/expand.hpp"
#include "harness/scenario/fixtures.hpp"
#include "harness/scenario/scenario.hpp"
#include "harness/stub/spec.hpp"
#include "harness/tree/fixture.hpp"
#include "harness/tree/resolve.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::cli {

namespace fs = std::filesystem;

namespace {

fs::path fixtures_of(const scenario::FixtureLibrary& library) {
  std::error_code failed;
  return fs::weakly_canonical(library.root() / "fixtures", failed);
}

/// The file's or folder's path below the library's fixtures: "." for these themselves, "" or "../x" for what lies
/// elsewhere, be it in another folder named `fixtures`.
fs::path below_fixtures(const fs::path& path, const scenario::FixtureLibrary& library) {
  std::error_code failed;
  return fs::weakly_canonical(path, failed).lexically_relative(fixtures_of(library));
}

enum class LibraryPart { Fixture, Record, Lock };

struct LibraryFile {
  LibraryPart part;
  scenario::FixtureKind kind{};  ///< of a fixture, and its name
  std::string name;
};

/// What a file is to the library; nothing when it is none of its files.
std::optional<LibraryFile> library_file(const fs::path& file, const scenario::FixtureLibrary& library) {
  const fs::path below = below_fixtures(file, library);
  if (below == "distributions.lock.json") {
    return LibraryFile{LibraryPart::Lock, {}, {}};
  }
  if (below.extension() != ".json") {
    return std::nullopt;
  }
  if (below.parent_path() == "record") {
    return LibraryFile{LibraryPart::Record, {}, {}};
  }
  for (const scenario::FixtureKind kind : scenario::k_fixture_kinds) {
    if (*below.begin() == path_from_utf8(scenario::folder_of(kind))) {
      fs::path name = below.lexically_relative(*below.begin());
      const std::u8string text = name.replace_extension().generic_u8string();
      return LibraryFile{LibraryPart::Fixture, kind, {text.begin(), text.end()}};
    }
  }
  return std::nullopt;
}

void check_tree(const std::string& name, const scenario::FixtureLibrary& library, Diagnostics& found) {
  tree::TreeFixture all;
  all.use.emplace_back(name, Location{});
  static_cast<void>(tree::resolve({&all}, library.trees(), found));
}

void check_library_file(const LibraryFile& file, const scenario::FixtureLibrary& library, Diagnostics& found) {
  switch (file.part) {
    case LibraryPart::Record:
      static_cast<void>(library.record());
      return;
    case LibraryPart::Lock:
      static_cast<void>(library.trees().lock(found));
      return;
    case LibraryPart::Fixture:
      break;
  }
  if (file.kind == scenario::FixtureKind::Tree) {
    check_tree(file.name, library, found);
  } else {
    scenario::check_fixture(file.kind, file.name, library, found);
  }
}

/// A stub spec has none of the keys that a scenario must have, nor any of a cell's. An empty object is one, too: a good
/// DLL.
bool is_stub_spec(const Json& root) {
  constexpr std::array k_others{"schema", "title", "why", "expect", "steps", "scenario", "cell"};
  return root.is_object() &&
         std::none_of(k_others.begin(), k_others.end(), [&](const char* key) { return root.contains(key); });
}

}  // namespace

bool is_fixture_folder(const fs::path& folder, const scenario::FixtureLibrary& library) {
  const fs::path below = below_fixtures(folder, library);
  return !below.empty() && *below.begin() != "..";
}

std::vector<fs::path> unnamed_beside_files(const std::vector<fs::path>& scenarios) {
  std::set<fs::path> folders;
  for (const fs::path& file : scenarios) {
    folders.insert(file.parent_path());
  }
  std::vector<fs::path> files;
  for (const fs::path& folder : folders) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.empty() ? fs::path(".") : folder)) {
      if (scenario::is_beside_file(entry.path()) && scenario::scenarios_naming(entry.path()).empty()) {
        files.push_back(entry.path());
      }
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<fs::path> library_files(const fs::path& folder, const scenario::FixtureLibrary& library) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_directory() && library_file(entry.path(), library)) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

namespace {

/// A table or an axis says nothing by itself: what is wrong with it shows in the scenarios that name it.
void check_beside_file(const fs::path& file, const scenario::FixtureLibrary& library, FaultList& faults) {
  static_cast<void>(JsonDocument::read(file));
  const std::vector<fs::path> scenarios = scenario::scenarios_naming(file);
  if (scenarios.empty()) {
    faults.add({{{name_for_messages(file), 0, 0, ""}, "no scenario of this folder names the file"}});
  }
  for (const fs::path& scenario : scenarios) {
    static_cast<void>(check_file(scenario, library, faults));
  }
}

}  // namespace

std::size_t check_file(const fs::path& file, const scenario::FixtureLibrary& library, FaultList& faults) {
  try {
    Diagnostics found;
    if (scenario::is_beside_file(file)) {
      check_beside_file(file, library, faults);
      return 0;
    }
    if (const std::optional<LibraryFile> known = library_file(file, library)) {
      check_library_file(*known, library, found);
      faults.add(found);
      return 0;
    }
    const JsonDocument document = JsonDocument::read(file);
    if (is_stub_spec(document.root())) {
      static_cast<void>(stub::parse_stub_spec(JsonCursor(document, found)));
      faults.add(found);
      return 0;
    }
    return scenario::load_cells(file, library).size();
  } catch (const BadInput& error) {
    faults.add(error.diagnostics());
    return 0;
  }
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace dllrepro::cli

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

struct FixtureName {
  scenario::FixtureKind kind;
  std::string name;
};

/// Which fixture of the library a file is; nothing when it is none.
std::optional<FixtureName> fixture_at(const fs::path& file, const scenario::FixtureLibrary& library) {
  std::error_code failed;
  const fs::path folder = fs::weakly_canonical(library.root() / "fixtures", failed);
  const fs::path below = fs::weakly_canonical(file, failed).lexically_relative(folder);
  for (const scenario::FixtureKind kind : scenario::k_fixture_kinds) {
    if (!below.empty() && *below.begin() == path_from_utf8(scenario::folder_of(kind))) {
      fs::path name = below.lexically_relative(*below.begin());
      const std::u8string text = name.replace_extension().generic_u8string();
      return FixtureName{kind, {text.begin(), text.end()}};
    }
  }
  return std::nullopt;
}

void check_tree(const fs::path& file, const scenario::FixtureLibrary& library, Diagnostics& found) {
  const JsonDocument document = JsonDocument::read(file, scenario::name_for_messages(file));
  const tree::TreeFixture fixture = tree::parse_tree(JsonCursor(document, found));
  const tree::TreeLibrary trees(library.root() / "fixtures" / scenario::folder_of(scenario::FixtureKind::Tree));
  static_cast<void>(tree::resolve({&fixture}, trees, found));
}

/// A stub spec has none of the keys that a scenario must have, nor any of a cell's. An empty object is one, too: a good
/// DLL.
bool is_stub_spec(const Json& root) {
  constexpr std::array k_others{"schema", "title", "why", "expect", "steps", "scenario", "cell"};
  return root.is_object() &&
         std::none_of(k_others.begin(), k_others.end(), [&](const char* key) { return root.contains(key); });
}

}  // namespace

bool is_fixture_folder(const fs::path& folder) {
  std::error_code failed;
  const fs::path whole = fs::weakly_canonical(folder, failed);
  return std::any_of(whole.begin(), whole.end(), [](const fs::path& part) { return part == "fixtures"; });
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

std::vector<fs::path> fixture_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const fs::path whole = fs::weakly_canonical(entry.path());
    const bool of_a_kind = std::any_of(scenario::k_fixture_kinds.begin(), scenario::k_fixture_kinds.end(),
                                       [&](scenario::FixtureKind kind) {
                                         const auto at = std::find(whole.begin(), whole.end(), fs::path("fixtures"));
                                         return at != whole.end() && std::next(at) != whole.end() &&
                                                *std::next(at) == path_from_utf8(scenario::folder_of(kind));
                                       });
    if (of_a_kind && entry.path().extension() == ".json") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

namespace {

/// A table or an axis says nothing by itself: what is wrong with it shows in the scenarios that name it.
void check_beside_file(const fs::path& file, const scenario::FixtureLibrary& library, FaultList& faults) {
  static_cast<void>(JsonDocument::read(file, scenario::name_for_messages(file)));
  const std::vector<fs::path> scenarios = scenario::scenarios_naming(file);
  if (scenarios.empty()) {
    faults.add({{{scenario::name_for_messages(file), 0, 0, ""}, "no scenario of this folder names the file"}});
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
    if (const std::optional<FixtureName> fixture = fixture_at(file, library)) {
      if (fixture->kind == scenario::FixtureKind::Tree) {
        check_tree(file, library, found);
      } else {
        scenario::check_fixture(fixture->kind, fixture->name, library, found);
      }
      faults.add(found);
      return 0;
    }
    const JsonDocument document = JsonDocument::read(file, scenario::name_for_messages(file));
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

// SPDX-License-Identifier: MIT
#include "harness/cli/check_command.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "harness/cli/cell_source.hpp"
#include "harness/cli/checked_file.hpp"
#include "harness/cli/command_line.hpp"
#include "harness/scenario/discover.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* k_check_footer = R"(
Without FILES all scenarios and fixtures are checked, and with them the record and the lock of distributions. Faults go
to stdout as FILE:LINE:COLUMN: MESSAGE (at POINTER), as compilers write them; the exit code is then 3.

Example:
  dllrepro check scenarios/preload-glob my-regression.json
)";

bool is_folder(const std::string& path, const fs::path& root) {
  std::error_code failed;
  return fs::is_directory(path_from_utf8(path), failed) ||
         fs::is_directory(root / "scenarios" / path_from_utf8(path), failed);
}

/// Throws BadInput for a path that leads to no file: a check of nothing would find nothing.
std::vector<fs::path> files_to_check(const std::vector<std::string>& paths, const scenario::FixtureLibrary& library) {
  const fs::path& root = library.root();
  std::vector<fs::path> files;
  if (paths.empty()) {
    files = library_files(root / "fixtures", library);
  }
  std::vector<std::string> scenarios;
  for (const std::string& path : paths) {
    std::error_code failed;
    if (fs::is_directory(path_from_utf8(path), failed) && is_fixture_folder(path_from_utf8(path), library)) {
      const std::vector<fs::path> found = library_files(path_from_utf8(path), library);
      if (found.empty()) {
        throw BadInput({{{path, 0, 0, ""}, "this folder holds no fixture"}});
      }
      files.insert(files.end(), found.begin(), found.end());
    } else {
      scenarios.push_back(path);
    }
  }
  if (paths.empty() || !scenarios.empty()) {
    const std::vector<fs::path> found = scenario::discover(scenarios, root);
    files.insert(files.end(), found.begin(), found.end());
    if (paths.empty() || std::any_of(scenarios.begin(), scenarios.end(),
                                     [&root](const std::string& path) { return is_folder(path, root); })) {
      const std::vector<fs::path> unnamed = unnamed_beside_files(found);
      files.insert(files.end(), unnamed.begin(), unnamed.end());
    }
  }
  if (files.empty()) {
    throw BadInput({{{name_for_messages(root), 0, 0, ""}, "this folder holds no scenario and no fixture"}});
  }
  return files;
}

}  // namespace

ExitCode check_command(const Invocation& invocation) {
  std::vector<std::string> paths;
  std::string fixtures;
  CLI::App app(
      "Reads scenarios, their tables, fixtures, stub specs and cells, expands all cells and resolves their trees, and "
      "prints "
      "every fault.",
      "dllrepro check");
  app.add_option("files", paths, "files, folders, or scenarios by name")->option_text("...");
  app.add_option("--fixtures", fixtures, "take fixtures, and scenarios given by name, from DIR")->option_text("DIR");
  if (const std::optional<ExitCode> end = parse_arguments(app, invocation.arguments, k_check_footer)) {
    return *end;
  }
  const fs::path root = find_root(fixtures, paths);
  const scenario::FixtureLibrary library(root);
  FaultList faults;
  std::size_t cells = 0;
  const std::vector<fs::path> files = files_to_check(paths, library);
  for (const fs::path& file : files) {
    cells += check_file(file, library, faults);
  }
  for (const Diagnostic& fault : faults.faults()) {
    fmt::print("{}\n", describe(fault));
  }
  if (!faults.faults().empty()) {
    fmt::print("{} in {}\n", counted(faults.faults().size(), "fault"), counted(files.size(), "file"));
    return ExitCode::BadScenario;
  }
  fmt::print("ok: {} in {}\n", counted(cells, "cell"), counted(files.size(), "file"));
  return ExitCode::AllAsExpected;
}

}  // namespace dllrepro::cli

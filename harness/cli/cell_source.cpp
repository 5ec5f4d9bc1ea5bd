// SPDX-License-Identifier: MIT
#include "harness/cli/cell_source.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "harness/scenario/discover.hpp"
#include "harness/scenario/expand.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::cli {

namespace fs = std::filesystem;

namespace {

/// The root that is `path` or above it. One that is found elsewhere (installed) does not count here.
std::optional<fs::path> root_above(const fs::path& path) {
  try {
    fs::path root = scenario::FixtureLibrary::find_root(path);
    const fs::path below = path.lexically_relative(root);
    if (!below.empty() && *below.begin() != "..") {
      return root;
    }
  } catch (const EnvironmentFailure&) {
    // There is none at all; the caller knows where else to look.
  }
  return std::nullopt;
}

}  // namespace

fs::path find_root(const std::string& fixtures_option, const std::vector<std::string>& paths) {
  std::error_code failed;
  if (!fixtures_option.empty()) {
    const fs::path named = fs::absolute(path_from_utf8(fixtures_option)).lexically_normal();
    if (fs::is_directory(named / "fixtures", failed)) {
      return named;
    }
    // "fixtures/" with its separator has an empty last part.
    const fs::path folder = named.has_filename() ? named : named.parent_path();
    if (fs::is_directory(folder, failed) && folder.filename() == "fixtures") {
      return folder.parent_path();
    }
    throw EnvironmentFailure(
        fmt::format("failed to find fixtures: --fixtures names {}, which neither is nor holds a folder "
                    "\"fixtures\"",
                    display_path(named)));
  }
  const auto first = std::find_if(paths.begin(), paths.end(),
                                  [&](const std::string& path) { return fs::exists(path_from_utf8(path), failed); });
  if (first != paths.end()) {
    const fs::path path = fs::absolute(path_from_utf8(*first)).lexically_normal();
    if (const std::optional<fs::path> root = root_above(path)) {
      return *root;
    }
  }
  return scenario::FixtureLibrary::find_root(fs::current_path());
}

void FaultList::add(const Diagnostics& faults) {
  for (const Diagnostic& fault : faults) {
    const std::string text = describe(fault);
    const auto same = [&](const Diagnostic& known) { return describe(known) == text; };
    if (std::none_of(m_faults.begin(), m_faults.end(), same)) {
      m_faults.push_back(fault);
    }
  }
}

void FaultList::check() const {
  if (!m_faults.empty()) {
    throw BadInput(m_faults);
  }
}

CellSource load_cells(const std::string& fixtures_option, const std::vector<std::string>& paths) {
  const fs::path root = find_root(fixtures_option, paths);
  CellSource source{std::make_unique<const scenario::FixtureLibrary>(root), scenario::discover(paths, root), {}};
  FaultList faults;
  for (const fs::path& file : source.files) {
    try {
      std::vector<scenario::Cell> cells = scenario::load_cells(file, *source.library);
      std::move(cells.begin(), cells.end(), std::back_inserter(source.cells));
    } catch (const BadInput& error) {
      faults.add(error.diagnostics());
    }
  }
  faults.check();
  return source;
}

}  // namespace dllrepro::cli

// SPDX-License-Identifier: MIT
#include "harness/run/artefact_cache.hpp"

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/tree/file_stamp.hpp"
#include "harness/util/error.hpp"
#include "harness/util/json_document.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::run {
namespace {

constexpr const char* k_manifest = "artefact.json";

/// "3.13" -> "cp313"
std::string tag_of(const std::string& python) {
  std::string tag = "cp" + python;
  std::erase(tag, '.');
  return tag;
}

std::string version_of_tag(const std::string& tag) {
  return tag.size() > 3 ? fmt::format("{}.{}", tag.substr(2, 1), tag.substr(3)) : tag;
}

std::vector<std::string> versions_of(const std::vector<tree::Wheel>& wheels) {
  std::vector<std::string> versions;
  for (const tree::Wheel& wheel : wheels) {
    versions.push_back(version_of_tag(wheel.python));
  }
  return versions;
}

bool is_python(const tree::Distribution& distribution) {
  return distribution.name == tree::k_python;
}

/// The file's size, as the manifest has it, is looked at; a hash of 300 MB would take longer than most runs.
void check_file(const tree::Artefact& artefact, const std::string& path, std::uint64_t size) {
  const std::filesystem::path file = (artefact.folder / path_from_utf8(path)).make_preferred();
  const auto stamp = tree::stamp_of(file);
  if (!stamp) {
    throw Error(fmt::format("its file {} is gone", path));
  }
  if (stamp->size != size) {
    throw Error(fmt::format("its file {} has {} bytes, {} when it was made", path, stamp->size, size));
  }
}

}  // namespace

tree::Artefact read_artefact(const std::filesystem::path& cache, const std::string& folder,
                             const tree::Distribution& distribution, const std::string& sha256) {
  tree::Artefact artefact;
  artefact.id = folder;
  artefact.is_python = is_python(distribution);
  // Absolute and with the system's separators: its files are looked at by the thousand.
  const std::filesystem::path root = std::filesystem::absolute(cache / path_from_utf8(folder)).make_preferred();
  artefact.folder = artefact.is_python ? root : root / "files";
  artefact.manifest = root / k_manifest;
  try {
    const JsonDocument document = JsonDocument::read(artefact.manifest);
    const Json& manifest = document.root();
    if (manifest.at("schema") != 1) {
      throw Error(fmt::format("its {} is of another format", k_manifest));
    }
    const auto version = manifest.at("version").get<std::string>();
    artefact.title = tree::describe(tree::Distribution{distribution.name, version, {}});
    const auto made_from = manifest.at("sources").at(0).at("sha256").get<std::string>();
    if (!sha256.empty() && made_from != sha256) {
      throw Error(fmt::format("it was made from a wheel of sha256 {}, pinned is {}", made_from, sha256));
    }
    for (const Json& file : manifest.at("files")) {
      artefact.files.push_back(file.at("path").get<std::string>());
      check_file(artefact, artefact.files.back(), file.at("size").get<std::uint64_t>());
    }
  } catch (const BadInput& bad) {
    throw Error(fmt::format("its {} can't be read: {}", k_manifest, bad.what()));
  } catch (const Json::exception& bad) {
    throw Error(fmt::format("its {} is not what it should be: {}", k_manifest, bad.what()));
  }
  return artefact;
}

ArtefactCache::ArtefactCache(std::filesystem::path folder) : m_folder(std::move(folder)) {}

std::string ArtefactCache::python_of(const scenario::Cell& cell) {
  if (cell.host.python != "default") {
    return cell.host.python;
  }
  std::ifstream file(m_folder / "python" / "default");
  std::string version;
  file >> version;
  return version;
}

ArtefactCache::Choice ArtefactCache::choose(const tree::Distribution& distribution, const std::string& python) {
  const auto wheel_for = [&](const std::string& tag) {
    return std::find_if(distribution.wheels.begin(), distribution.wheels.end(),
                        [&](const tree::Wheel& wheel) { return wheel.python == tag; });
  };
  const auto none = distribution.wheels.end();
  if (is_python(distribution)) {
    const auto wheel = wheel_for(tag_of(python));
    const bool is_default = distribution.version == "default";
    return {python.empty() ? "" : "python/" + python, wheel == none ? "" : wheel->sha256,
            is_default ? "ci/windows-python" : "ci/windows-python " + distribution.version};
  }
  auto wheel = python.empty() ? distribution.wheels.begin() : wheel_for(tag_of(python));
  wheel = wheel == none ? wheel_for("") : wheel;
  if (wheel == none) {
    return {};
  }
  const std::string folder = fmt::format("wheels/{}-{}", distribution.name, distribution.version);
  return {wheel->python.empty() ? folder : folder + "-" + wheel->python, wheel->sha256,
          fmt::format("ci/fetch-wheels {}=={}", distribution.name, distribution.version)};
}

ArtefactCache::Entry& ArtefactCache::look_up(const tree::Distribution& distribution, const Choice& choice) {
  const std::lock_guard lock(m_mutex);
  const auto [known, is_new] = m_entries.try_emplace(choice.folder);
  if (is_new) {
    known->second = std::make_unique<Entry>();
    std::error_code ignored;
    if (!std::filesystem::exists(m_folder / path_from_utf8(choice.folder) / k_manifest, ignored)) {
      known->second->missing = true;
    } else {
      try {
        known->second->artefact = read_artefact(m_folder, choice.folder, distribution, choice.sha256);
      } catch (const Error& error) {
        known->second->damage = error.what();
      }
    }
  }
  return *known->second;
}

std::string ArtefactCache::why_missing(const scenario::Cell& cell) {
  const std::string python = python_of(cell);
  for (const tree::InstallStep& step : cell.tree.installed) {
    if (step.verb != tree::InstallStep::Verb::Install) {
      continue;
    }
    const Choice choice = choose(step.distribution, python);
    if (choice.folder.empty() && choice.command.empty()) {
      return fmt::format("{} is pinned for CPython {}, the host's is {}", tree::describe(step.distribution),
                         fmt::join(versions_of(step.distribution.wheels), ", "), python);
    }
    if (choice.folder.empty() || look_up(step.distribution, choice).missing) {
      return fmt::format("{} is not in the cache {}: {}",
                         is_python(step.distribution) && step.distribution.version == "default"
                             ? "a Python for Windows"
                             : tree::describe(step.distribution),
                         display_path(m_folder), choice.command);
    }
  }
  return {};
}

const tree::Artefact& ArtefactCache::get(const scenario::Cell& cell, const tree::Distribution& distribution) {
  const Choice choice = choose(distribution, python_of(cell));
  const Entry& entry = look_up(distribution, choice);
  const std::lock_guard lock(m_mutex);
  if (!entry.damage.empty()) {
    throw Error(fmt::format("{} in the cache is damaged: {}; {} makes it anew ({})", tree::describe(distribution),
                            entry.damage, choice.command, display_path(m_folder / path_from_utf8(choice.folder))));
  }
  return entry.artefact;
}

void ArtefactCache::set_damaged(const tree::Artefact& artefact, const std::string& reason) {
  const std::lock_guard lock(m_mutex);
  const auto known = m_entries.find(artefact.id);
  if (known != m_entries.end()) {
    known->second->damage = reason;
  }
}

}  // namespace dllrepro::run

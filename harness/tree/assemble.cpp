// SPDX-License-Identifier: MIT
#include "harness/tree/assemble.hpp"

#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "harness/tree/disk.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::tree {

namespace {

class Assembler {
 public:
  Assembler(StubStore& store, const std::filesystem::path& host_executable)
      : m_store(store), m_host_executable(host_executable) {}

  void make_folder(const std::filesystem::path& folder) {
    if (m_folders.insert(folder.native()).second) {
      disk::make_folders(folder);
    }
  }

  void make(const std::filesystem::path& target, const TreeFile& file) {
    m_target = &target;
    make_folder(target.parent_path());
    std::visit(*this, file.content);
  }

  void operator()(const stub::StubSpec& spec) {
    const std::string file_name = path_to_utf8(m_target->filename());
    const std::string key = StubStore::key_of(spec, file_name);
    const std::size_t occurrence = m_occurrences[key]++;
    // Most often the stub is there, and linking finds out at no cost; the second attempt is for a new one, the third
    // for one that another process cleared away in between.
    constexpr int k_attempts = 3;
    for (int attempt = 0; attempt < k_attempts; ++attempt) {
      if (put(attempt == 0 ? m_store.path_of(key, occurrence) : m_store.file_for(spec, file_name, occurrence))) {
        return;
      }
    }
    throw EnvironmentFailure(
        fmt::format("failed to create \"{}\": its stub vanishes from the store", display_path(*m_target)));
  }

  void operator()(const TextFile& file) const { disk::write(*m_target, std::as_bytes(std::span(file.text))); }

  void operator()(const EmptyFolder&) { make_folder(*m_target); }

  void operator()(const HostExecutable&) const {
    if (!put(m_host_executable)) {
      throw EnvironmentFailure(fmt::format("the program to place at \"{}\" is missing: \"{}\"", display_path(*m_target),
                                           display_path(m_host_executable)));
    }
  }

 private:
  /// False when there is no file at `from`.
  [[nodiscard]] bool put(const std::filesystem::path& from) const {
    switch (disk::link(from, *m_target)) {
      case disk::LinkResult::Linked:
        return true;
      case disk::LinkResult::NoSource:
        return false;
      case disk::LinkResult::Impossible:
        return disk::copy(from, *m_target);
    }
    return false;
  }

  StubStore& m_store;
  const std::filesystem::path& m_host_executable;
  const std::filesystem::path* m_target = nullptr;
  std::unordered_map<std::string, std::size_t> m_occurrences;
  std::unordered_set<std::filesystem::path::string_type> m_folders;
};

}  // namespace

std::string owner_of(const PlaceMap& places) {
  return path_to_utf8(places.file_of("{work}").parent_path());
}

void assemble(const TreePlan& plan, const PlaceMap& places, StubStore& store,
              const std::filesystem::path& host_executable) {
  ArtefactStore none("");
  assemble(plan, places, store, host_executable, {}, none);
}

void assemble(const TreePlan& plan, const PlaceMap& places, StubStore& store,
              const std::filesystem::path& host_executable, const InstalledLayer& installed, ArtefactStore& artefacts) {
  Assembler assembler(store, host_executable);
  for (const Place& place : tree::places()) {
    assembler.make_folder(places.file_of(fmt::format("{{{}}}", place.name)));
  }
  // First, so that folders are spelled as packages spell them: an extension is found by its package's exact name.
  for (const InstalledFile& file : installed.files()) {
    const std::filesystem::path target = places.file_of(file.path);
    assembler.make_folder(target.parent_path());
    artefacts.put(file, target, owner_of(places));
  }
  for (const auto& [path, file] : plan.files) {
    if (!installed.hides(path)) {
      assembler.make(places.file_of(path), file);
    }
  }
}

}  // namespace dllrepro::tree

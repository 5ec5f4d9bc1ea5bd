// SPDX-License-Identifier: MIT
#include "harness/tree/stub_store.hpp"

#include <chrono>
#include <fstream>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/stub/compose.hpp"
#include "harness/tree/disk.hpp"
#include "harness/util/digest.hpp"

namespace dllrepro::tree {

namespace {

constexpr auto k_forgotten = std::chrono::hours(3 * 24);

/// A file whose time tells when a build last used its folder; a folder's own time can't be set by std on mingw.
constexpr const char* k_used = "used";

/// Marks the build's own folder as used and removes those that no build used for long; what fails may stay.
void tidy(const std::filesystem::path& store, const std::filesystem::path& own) {
  std::ofstream(own / k_used, std::ios::trunc) << "The time of this file tells when these stubs were last in use.\n";
  std::error_code ignored;
  const auto now = std::filesystem::file_time_type::clock::now();
  std::vector<std::filesystem::path> forgotten;
  for (std::filesystem::directory_iterator entry(store, ignored), end; !ignored && entry != end;
       entry.increment(ignored)) {
    std::error_code unknown;
    const auto used = std::filesystem::last_write_time(entry->path() / k_used, unknown);
    if (!unknown && now - used > k_forgotten && entry->path() != own) {
      forgotten.push_back(entry->path());
    }
  }
  for (const auto& folder : forgotten) {
    static_cast<void>(disk::remove_all(folder));
  }
}

}  // namespace

StubStore::StubStore(std::filesystem::path folder) : m_folder(folder / disk::program_identity()) {
  disk::make_folders(m_folder);
  tidy(folder, m_folder);
}

std::string StubStore::key_of(const stub::StubSpec& spec, std::string_view file_name) {
  std::string text = stub::to_json(spec).dump();
  text += '\0';
  text += file_name;
  // Two digests from different seeds: with 64 bits a million stubs could meet by chance.
  return fmt::format("{:016x}{:016x}", stable_digest(text), stable_digest(text, stable_digest("second")));
}

std::filesystem::path StubStore::path_of(const std::string& key, std::size_t occurrence) const {
  return m_folder / fmt::format("{}.{}", key, occurrence);
}

std::filesystem::path StubStore::file_for(const stub::StubSpec& spec, std::string_view file_name,
                                          std::size_t occurrence) {
  const std::string key = key_of(spec, file_name);
  std::filesystem::path file = path_of(key, occurrence);
  const std::lock_guard lock(m_mutexes[stable_digest(key) % m_mutexes.size()]);
  if (!disk::is_there(file)) {
    const std::vector<std::byte> image = stub::compose(spec, file_name);
    const std::filesystem::path temporary = m_folder / fmt::format("{}.{}.tmp", key, disk::random_name());
    disk::write(temporary, image);
    disk::publish(temporary, file);
    ++m_composed;
  }
  return file;
}

}  // namespace dllrepro::tree

// SPDX-License-Identifier: MIT
#include "harness/tree/stub_store.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/stub/compose.hpp"
#include "harness/tree/disk.hpp"
#include "harness/util/digest.hpp"

namespace dllrepro::tree {

StubStore::StubStore(std::filesystem::path folder) : m_folder(std::move(folder)) {
  disk::make_folders(m_folder);
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

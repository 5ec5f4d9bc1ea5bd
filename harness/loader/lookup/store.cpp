// SPDX-License-Identifier: MIT
#include "harness/loader/lookup/store.hpp"

#include "harness/loader/lookup/catalog.hpp"

namespace dllrepro::loader::lookup {

Store::Entry* Store::find(const std::string& catalog, const std::string& release) {
  const std::lock_guard lock(m_mutex);
  const auto key = std::make_pair(catalog, release);
  if (const auto known = m_entries.find(key); known != m_entries.end()) {
    return known->second.get();
  }
  const auto releases = m_catalogs.find(catalog);
  if (releases == m_catalogs.end()) {
    return nullptr;
  }
  const auto whole = releases->second.find(release);
  if (whole == releases->second.end()) {
    return nullptr;
  }
  auto entry = std::make_unique<Entry>();
  entry->release = read_release(whole->second);
  return m_entries.emplace(key, std::move(entry)).first->second.get();
}

}  // namespace dllrepro::loader::lookup

// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "harness/loader/lookup/release.hpp"
#include "harness/loader/lookup/state.hpp"
#include "harness/util/json_document.hpp"

namespace dllrepro::loader::lookup {

/// Whole releases by catalog and name, as a plan carries them: {catalog: {release: {"rules", "libraries"}}}.
using Catalogs = std::map<std::string, std::map<std::string, Json>>;

/// The releases that a program may use, read when they are first asked for, and what is remembered of each.
class Store {
 public:
  explicit Store(Catalogs catalogs) : m_catalogs(std::move(catalogs)) {}

  struct Entry {
    Release release;
    State state;
  };

  /// Null when the program has no such release.
  Entry* find(const std::string& catalog, const std::string& release);

  [[nodiscard]] const Catalogs& catalogs() const { return m_catalogs; }

 private:
  Catalogs m_catalogs;
  std::mutex m_mutex;
  std::map<std::pair<std::string, std::string>, std::unique_ptr<Entry>> m_entries;
};

}  // namespace dllrepro::loader::lookup

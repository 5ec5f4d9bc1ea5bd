// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "harness/stub/spec.hpp"

namespace dllrepro::tree {

/// A folder of composed stubs, shared by all runs, threads and processes that name it.
///
///   FOLDER/<32 hex digits>.<occurrence>
///
/// The digits are a digest of the stub's canonical spec, its file name and the template's bytes, so that a stub is
/// composed once for ever and a new template makes new files. Files appear by rename: whoever sees one sees all of it.
class StubStore {
 public:
  /// Makes the folder. Throws EnvironmentFailure when it can't be made.
  explicit StubStore(std::filesystem::path folder);

  /// The name that the stub's files have in the store, without the occurrence.
  [[nodiscard]] static std::string key_of(const stub::StubSpec& spec, std::string_view file_name);

  /// Where occurrence `occurrence` of the stub lies or would lie.
  [[nodiscard]] std::filesystem::path path_of(const std::string& key, std::size_t occurrence) const;

  /// Returns the file, composed now unless it is there. Throws EnvironmentFailure when it can't be written.
  std::filesystem::path file_for(const stub::StubSpec& spec, std::string_view file_name, std::size_t occurrence);

  /// How many stubs this object composed; for tests and benchmarks.
  [[nodiscard]] std::size_t composed() const;

 private:
  struct Slot {
    std::mutex mutex;
    bool there = false;
  };

  std::shared_ptr<Slot> slot_of(const std::string& file);

  std::filesystem::path m_folder;
  mutable std::mutex m_mutex;
  std::unordered_map<std::string, std::shared_ptr<Slot>> m_slots;
  std::size_t m_composed = 0;
};

}  // namespace dllrepro::tree

// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>

#include "harness/stub/spec.hpp"

namespace dllrepro::tree {

/// A folder of composed stubs for one run, shared by its threads.
///
///   FOLDER/<32 hex digits>.<occurrence>
///
/// The digits are a digest of the stub's canonical spec and its file name. They do not tell builds of this program, and
/// with them templates and composers, apart: a folder is not for a later run. Files appear by rename: whoever sees one
/// sees all of it.
class StubStore {
 public:
  /// Makes the folder. Throws EnvironmentFailure when it can't be made.
  explicit StubStore(std::filesystem::path folder);

  /// The name that the stub's files have in the store, without the occurrence.
  [[nodiscard]] static std::string key_of(const stub::StubSpec& spec, std::string_view file_name);

  /// Where occurrence `occurrence` of the stub lies or would lie.
  [[nodiscard]] std::filesystem::path path_of(const std::string& key, std::size_t occurrence) const;

  /// Returns the file, composed now unless it is there. Threads that want the same stub wait for one to compose it.
  /// Throws EnvironmentFailure when it can't be written, BadInput when the spec can't be composed.
  std::filesystem::path file_for(const stub::StubSpec& spec, std::string_view file_name, std::size_t occurrence);

  /// How many stubs this object composed.
  [[nodiscard]] std::size_t composed() const { return m_composed; }

 private:
  std::filesystem::path m_folder;
  std::array<std::mutex, 64> m_mutexes;  ///< each for the stubs whose digest leads to it
  std::atomic<std::size_t> m_composed = 0;
};

}  // namespace dllrepro::tree

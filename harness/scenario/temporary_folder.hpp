// SPDX-License-Identifier: MIT
// For tests alone.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>

#include "harness/util/paths.hpp"

namespace dllrepro::scenario::testing {

/// A folder of its own that goes with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    static std::atomic<unsigned> s_count{0};
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    m_path = std::filesystem::temp_directory_path() / fmt::format("dllrepro-scenario-test-{}-{}", now, s_count++);
    std::filesystem::create_directories(m_path);
  }
  ~TemporaryFolder() {
    std::error_code failed;
    std::filesystem::remove_all(m_path, failed);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

  /// Writes a file, with the folders that it lies in.
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = m_path / path_from_utf8(name);
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }

 private:
  std::filesystem::path m_path;
};

}  // namespace dllrepro::scenario::testing

// SPDX-License-Identifier: MIT
// For tests alone.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "harness/util/output_file.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro {

/// A new, empty folder of its own for one test; gone with the object, with all that is in it.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::filesystem::path& parent = std::filesystem::temp_directory_path()) {
    static const std::uint32_t s_process = std::random_device()();
    static std::atomic<unsigned> s_count{0};
    m_path = parent / ("dllrepro-test-" + std::to_string(s_process) + "-" + std::to_string(s_count++));
    std::filesystem::create_directories(m_path);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
  }

  [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

  /// Writes a file, with the folders that it lies in; returns its path.
  std::filesystem::path write(const std::string& name, std::string_view text) const {
    std::filesystem::path file = m_path / path_from_utf8(name);
    std::filesystem::create_directories(file.parent_path());
    write_file(file, text);
    return file;
  }

  /// What a file holds, "" when there is none.
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream stream(m_path / path_from_utf8(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }

 private:
  std::filesystem::path m_path;
};

}  // namespace dllrepro
